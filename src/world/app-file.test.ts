import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appFile, checkAppFolder, keepApp, readApp, type KeptApp } from "./app-file.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "crosscheck-app-file-")), "data");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const app: KeptApp = {
  host: "github.com",
  id: 7,
  slug: "acme",
  page: "https://github.com/apps/acme",
  privateKey: "-----BEGIN RSA PRIVATE KEY-----\ntopsecret\n",
  webhookSecret: "w",
  clientId: "c",
  clientSecret: "d",
  publicUrl: "https://crosscheck.example.com",
};

test("is read back, readable by its owner only, and leaves no other files", () => {
  expect(readApp(folder)).toBeNull();
  checkAppFolder(folder);
  expect(keepApp(folder, app)).toBe(appFile(folder));
  expect(readApp(folder)).toEqual({ app, file: appFile(folder), open: false });
  expect([statSync(folder).mode & 0o777, statSync(appFile(folder)).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readdirSync(folder)).toEqual(["app.json"]);
  keepApp(folder, { ...app, slug: "other" });
  expect(readApp(folder)?.app.slug).toBe("other");
  chmodSync(appFile(folder), 0o640);
  expect(readApp(folder)?.open).toBe(true);
});

test("a link of that name is replaced, not followed", () => {
  checkAppFolder(folder);
  const elsewhere = join(folder, "..", "elsewhere");
  symlinkSync(elsewhere, `${appFile(folder)}.unfinished`);
  keepApp(folder, app);
  expect(readdirSync(join(folder, ".."))).toEqual(["data"]);
});

test("a broken file is rejected without quoting it", () => {
  checkAppFolder(folder);
  for (const text of [
    "",
    "topsecret",
    JSON.stringify({ ...app, version: 2 }),
    JSON.stringify({ version: 1, id: "topsecret" }),
  ]) {
    writeFileSync(appFile(folder), text);
    expect(() => readApp(folder)).toThrow(/^(?!.*topsecret).*is not what the set-up page writes$/);
  }
});

test("an unusable folder is rejected before GitHub is contacted", () => {
  checkAppFolder(folder);
  writeFileSync(join(folder, "file"), "");
  expect(() => checkAppFolder(join(folder, "file", "data"))).toThrow(/cannot be written: ENOTDIR/);
});
