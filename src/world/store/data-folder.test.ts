import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { dataPlace, type DataWishes } from "./data-folder.ts";

const home = { HOME: "/home/ada" };
const url = "postgresql://ada:secret@db/crosscheck";

describe("the data folder", () => {
  test.each<[string, Partial<DataWishes>, string]>([
    ["on Linux", { env: home }, "/home/ada/.local/share/crosscheck"],
    ["XDG_DATA_HOME", { env: { ...home, XDG_DATA_HOME: "/data" } }, "/data/crosscheck"],
    ["a relative XDG folder is ignored", { env: { ...home, XDG_DATA_HOME: "x" } }, "/home/ada/.local/share/crosscheck"],
    ["on a Mac", { env: home, platform: "darwin" }, "/home/ada/Library/Application Support/crosscheck"],
    ["on Windows", { env: { LOCALAPPDATA: "/local" }, platform: "win32" }, "/local/crosscheck/data"],
    ["CROSSCHECK_DATA moves it", { env: { ...home, CROSSCHECK_DATA: "/elsewhere" } }, "/elsewhere"],
    ["--data comes first", { env: { ...home, CROSSCHECK_DATA: "/elsewhere" }, data: "here" }, resolve("here")],
    ["a desk's DATABASE_URL is not ours", { env: { ...home, DATABASE_URL: url } }, "/home/ada/.local/share/crosscheck"],
  ])("%s", (_, wishes, folder) => {
    expect(dataPlace({ env: {}, platform: "linux", server: false, ...wishes })).toEqual({ folder });
  });

  test("a server's DATABASE_URL is PostgreSQL", () => {
    const env = { ...home, CROSSCHECK_DATA: "/elsewhere", DATABASE_URL: url };
    expect(dataPlace({ env, platform: "linux", server: true })).toEqual({ databaseUrl: url });
  });

  test.each<[string, DataWishes]>([
    ["no home", { env: {}, platform: "linux", server: false }],
    ["--data without a name", { env: home, platform: "linux", server: false, data: "" }],
    ["two data folders", { env: { DATABASE_URL: url }, platform: "linux", server: true, data: "/here" }],
  ])("%s is an error with a remedy and without a password", (_, wishes) => {
    const ask = () => dataPlace(wishes);
    expect(ask).toThrow(UserError);
    expect(ask).not.toThrow(/secret/);
  });
});
