// A server reviews a pull request although the configuration of its repository is invalid or absent.
import { afterEach, beforeEach, expect, test } from "vitest";
import { databases } from "../../../test/support/databases.ts";
import { openServerShop, until, workflow, workflowFile, type ServerShop } from "../../../test/support/server-shop.ts";

let server: ServerShop;
beforeEach(async () => {
  server = await openServerShop(databases[0]!.newPlace);
  await server.start();
});
afterEach(async () => await server.close());

const posted = (times: number) => () => server.log.filter(({ what }) => what === "posted").length === times;
const comments = () => server.github.ledger.wire("comment").map(({ body }) => body ?? "");

test("an invalid configuration is reported once with line and column, and defaults are used", async () => {
  const { github, shop } = server;
  const broken = { ".crosscheck.yml": "maxComments: many\nprofil: strict\n" };
  await github.push(shop, "main", [{ message: "chore: settings", files: broken }], { by: "ada" });
  await server.openPull();
  await until(posted(1));
  expect(server.deeds().toSorted()).toEqual(["comment", "comment", "create-check-run", "review"]);
  const said = comments().find((body) => body.includes("is not valid"));
  expect(said).toContain(".crosscheck.yml:1:14:");
  expect(said).toContain(".crosscheck.yml:2:1:");
  expect(comments().some((body) => body.includes("the defaults apply until it is fixed"))).toBe(true);

  const files = { [workflowFile]: workflow("deploy") };
  await github.push(shop, "side", [{ message: "ci: another", files }], { by: "ada" });
  await until(posted(2));
  expect(comments().filter((body) => body.includes("is not valid"))).toHaveLength(1);
});

test("one that the pull request brings is named as not used", async () => {
  const { github, shop } = server;
  const files = { [workflowFile]: workflow("compile"), ".crosscheck.yml": "review:\n  enabled: false\n" };
  await github.push(shop, "side", [{ message: "ci: no reviews", files }], { from: "main", by: "ada" });
  await github.openPull(shop, "ada", { title: "ci: no reviews", head: "side", body: "" });
  await until(posted(1));
  expect(server.deeds().toSorted()).toEqual(["comment", "create-check-run", "review"]);
  expect(comments()[0]).toContain("exists only in this change: it is not used until merged");
});
