import { expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull } from "../../../test/support/finding-of.ts";
import { planPosting } from "../plan.ts";
import { githubPublisher, postingPreview } from "./github.ts";

const local = changeOf({ head: { "src/app.ts": "total += price;\n" }, title: "Add prices" });
const judged = [
  judgedOf({ severity: "high" }),
  judgedOf({ title: "A doc" }, [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" }]),
];
const options = { colour: false, width: 80, version: "1.2.3" };

test("is every text that would be posted, whole and in order, without its marker", () => {
  const draft = draftOf(onPull(local), judged);
  const text = githubPublisher.render(draft, options);
  expect(text.match(/^# .*$/gm)).toEqual([
    "# Review: Request changes",
    "# Comment on `src/app.ts:1`",
    "# Details comment",
  ]);
  expect(text).not.toContain("<!--");
  const bodies = planPosting(draft, "code", { version: "1.2.3" })!.actions.flatMap((action) => [
    ...("body" in action ? [action.body] : []),
    ...(action.do === "review" ? action.comments.map(({ body }) => body) : []),
  ]);
  for (const body of bodies) expect(text).toContain(body.replace(/\n\n<!-- .* -->$/, "\n"));
});

test("has advisory findings where they are chosen", () => {
  const draft = draftOf(onPull(local), judged);
  expect(postingPreview(draft, "code", "1.2.3")).not.toContain("A doc");
  expect(postingPreview(draft, "all", "1.2.3")).toContain("A doc");
});

test("shows a local change as the pull request that it could become", () => {
  const text = githubPublisher.render(draftOf(local, judged), options);
  expect(text).toBe(githubPublisher.render(draftOf(onPull(local), judged), options));
});

test("of an App has the check run", () => {
  const app = onPull(local);
  const from = { ...app.from, viewer: "crosscheck[bot]" } as typeof app.from;
  expect(githubPublisher.render(draftOf({ ...app, from }, judged), options)).toContain(
    "\n# Check run: failure, 1 finding",
  );
});
