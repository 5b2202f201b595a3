// Tests which swallowed errors silent-failure reports, beyond its examples.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { languageFor } from "../text/languages.ts";
import { scan } from "../text/scan.ts";
import { silentFailure } from "./silent-failure.ts";
import { blankNonCode, findClosing, lineOfOffset, findOpening } from "./silent-failure/scanned-source.ts";

type Files = Record<string, string>;

async function findingsIn(head: Files, base: Files = {}) {
  const change = changeOf({ base, head });
  if (silentFailure.when(change) !== true) return [];
  return (await silentFailure.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

async function report(head: Files, base: Files = {}): Promise<string[]> {
  return (await findingsIn(head, base)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

async function kindsIn(path: string, text: string): Promise<string[]> {
  return (await findingsIn({ [path]: text })).map(({ kind }) => kind);
}

describe("its examples", () => {
  test.each(silentFailure.examples.bad.map((example) => [example.name, example] as const))("%s", async (_, one) => {
    expect(await report(one.head, one.base)).toEqual(one.expect);
  });
  test.each(silentFailure.examples.good.map((example) => [example.name, example] as const))("%s", async (_, one) => {
    expect(await report(one.head, one.base)).toEqual([]);
  });
});

test("names the code whose error handling it cannot judge, and says nothing of it", async () => {
  const head = { "lib/shop.ex": "def a, do: nil\n", "src/a.ts": "a();\n", "build.zig": "a();\n", "a.css": "a {}\n" };
  const change = changeOf({ head });
  const { notCovered } = await silentFailure.run(change, { code: codeOf({ head }) }, AbortSignal.timeout(20_000));
  expect(notCovered).toEqual([{ what: "error handling", paths: ["build.zig", "lib/shop.ex"] }]);
});

describe("handlers that do nothing", () => {
  test.each([
    ["TypeScript", "src/a.ts", "function a() {\n  try {\n    charge(card);\n  } catch {}\n}\n"],
    ["over several lines", "src/a.ts", "function a() {\n  try {\n    charge(card);\n  } catch (e) {\n\n  }\n}\n"],
    ["Vue", "src/A.vue", "<script>\nfunction a() {\n  try {\n    charge(card);\n  } catch (_) {}\n}\n</script>\n"],
    [
      "Java",
      "src/A.java",
      "class A {\n  void a() {\n    try {\n      charge();\n    } catch (Exception e) {\n    }\n  }\n}\n",
    ],
    [
      "Java, two types",
      "src/A.java",
      "class A {\n  void a() {\n    try {\n      charge();\n    } catch (IOException | RuntimeException e) {\n    }\n  }\n}\n",
    ],
    ["C#", "src/A.cs", "class A {\n  void B() {\n    try { Charge(card); } catch { }\n  }\n}\n"],
    [
      "PHP",
      "src/A.php",
      "<?php\nfunction a() {\n    try {\n        charge();\n    } catch (\\Throwable $e) {\n    }\n}\n",
    ],
    ["Kotlin", "src/A.kt", "fun a() {\n  try {\n    charge()\n  } catch (e: Exception) {\n  }\n}\n"],
    ["C++", "src/a.cc", "void a() {\n  try {\n    charge();\n  } catch (...) {\n  }\n}\n"],
    ["Python, bare", "src/a.py", "def a():\n    try:\n        charge()\n    except:\n        pass\n"],
    ["Python, on one line", "src/a.py", "def a():\n    try:\n        charge()\n    except Exception as e: pass\n"],
    ["Ruby", "lib/a.rb", "def a\n  charge\nrescue StandardError\nend\n"],
    ["Go", "a.go", "package a\n\nfunc a() {\n\tif err := charge(); err != nil {\n\t}\n}\n"],
  ])("%s", async (_name, path, text) => {
    expect(await kindsIn(path, text)).toEqual(["empty-handler"]);
  });

  test.each([
    ["a string that looks like one", "src/a.ts", "const code = `try { a() } catch {}`;\n"],
    [
      "a comment beside the brace",
      "src/a.ts",
      "function a() {\n  try {\n    charge();\n  } catch {} // no card, no charge\n}\n",
    ],
    ["a comment above", "src/a.ts", "function a() {\n  // Best effort.\n  try {\n    charge();\n  } catch {}\n}\n"],
    [
      "a comment in what was tried",
      "src/a.ts",
      "function a() {\n  try {\n    // may fail when offline\n    charge();\n  } catch {}\n}\n",
    ],
    [
      "a name over several lines",
      "src/a.ts",
      "function chargeBestEffort(\n  card: Card,\n): void {\n  try {\n    charge(card);\n  } catch {}\n}\n",
    ],
    [
      "a word about the function",
      "src/a.ts",
      "/**\n * Charges. Failures are swallowed: tomorrow is another day.\n */\nfunction a() {\n  try {\n    charge();\n  } catch {}\n}\n",
    ],
    [
      "a docstring",
      "src/a.py",
      'def a():\n    """Charge, and ignore what goes wrong."""\n    try:\n        charge()\n    except Exception:\n        pass\n',
    ],
    [
      "a comment for a body in Python",
      "src/a.py",
      "def a():\n    try:\n        charge()\n    except Exception:\n        # charged again tomorrow\n        pass\n",
    ],
    [
      "a name that says so",
      "src/A.java",
      "class A {\n  void a() {\n    try {\n      charge();\n    } catch (IOException ignored) {\n    }\n  }\n}\n",
    ],
    [
      "a narrow type",
      "src/A.cs",
      "class A {\n  void B() {\n    try { Charge(); } catch (OperationCanceledException) { }\n  }\n}\n",
    ],
    [
      "a filter",
      "src/A.cs",
      "class A {\n  void B() {\n    try { Charge(); } catch (Exception e) when (e.HResult == 5) { }\n  }\n}\n",
    ],
    ["cleanup", "src/a.ts", "function a() {\n  try {\n    socket.close();\n  } catch {}\n}\n"],
    ["a probe", "src/a.ts", "function a() {\n  try {\n    theme = JSON.parse(text);\n  } catch {}\n}\n"],
    [
      "a finally",
      "src/a.ts",
      "function a() {\n  try {\n    charge();\n  } finally {\n    try {\n      report();\n    } catch {}\n  }\n}\n",
    ],
    [
      "a function that lets go",
      "src/a.py",
      "def close(self):\n    try:\n        self.send('bye')\n    except Exception:\n        pass\n",
    ],
    ["a test", "src/a.test.ts", "try {\n  charge();\n} catch {}\n"],
    ["a script", "scripts/a.ts", "try {\n  charge();\n} catch {}\n"],
    ["an example", "examples/a.py", "try:\n    charge()\nexcept Exception:\n    pass\n"],
    ["rethrown", "src/a.ts", "function a() {\n  try {\n    charge();\n  } catch (e) {\n    throw e;\n  }\n}\n"],
    [
      "passed on",
      "a.go",
      "package a\n\nfunc a() error {\n\tif err := charge(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n",
    ],
  ])("not: %s", async (_name, path, text) => {
    expect(await kindsIn(path, text)).toEqual([]);
  });

  test("existing and moved handlers are not reported", async () => {
    const body = "  try {\n    charge(card);\n  } catch (e) {}\n";
    const before = { "src/a.ts": `function a() {\n${body}}\n`, "src/b.ts": "export {};\n" };
    expect(await report({ ...before, "src/a.ts": `const tax = 1;\n${before["src/a.ts"]}` }, before)).toEqual([]);
    const moved = { "src/a.ts": "export {};\n", "src/b.ts": `export function b() {\n${body}}\n` };
    expect(await report(moved, before)).toEqual([]);
  });

  test("another name for the error is not a new handler; one that lost its log is", async () => {
    const of = (handler: string) => ({ "src/a.ts": `function a() {\n  try {\n    charge(card);\n  ${handler}\n}\n` });
    expect(await report(of("} catch (_e) {}"), of("} catch (e) {}"))).toEqual([]);
    const logged = of("} catch (e) {\n    log.warn(e);\n  }");
    expect(await report(of("} catch {\n  }"), logged)).toEqual(["src/a.ts:4 empty-handler"]);
  });

  test("a habit of the file lowers the confidence: listed but not posted", async () => {
    const one = (name: string) => `function ${name}() {\n  try {\n    charge(${name});\n  } catch {}\n}\n`;
    const [finding] = await findingsIn({ "src/a.ts": one("a") + one("b") }, { "src/a.ts": one("a") });
    expect(finding?.confidence).toBe(4);
  });

  test("the whole handler is quoted, and the title names the function", async () => {
    const [finding] = await findingsIn({
      "src/a.ts": "function pay() {\n  try {\n    charge();\n  } catch (e) {\n  }\n}\n",
    });
    expect(finding?.evidence[0]).toMatchObject({ start: 4, end: 5, text: "  } catch (e) {\n  }" });
    expect(finding?.title).toContain("`pay`");
  });
});

describe("silent defaults", () => {
  test.each([
    ["null", "src/a.ts", "function a() {\n  try {\n    return charge();\n  } catch {\n    return null;\n  }\n}\n"],
    [
      "an empty string",
      "src/a.ts",
      "function a() {\n  try {\n    return charge();\n  } catch {\n    return '';\n  }\n}\n",
    ],
    [
      "the next round",
      "src/a.py",
      "def a(all):\n    for one in all:\n        try:\n            charge(one)\n        except Exception:\n            continue\n",
    ],
    [
      "a value from before",
      "src/a.ts",
      "function a() {\n  let paid = false;\n  try {\n    paid = charge();\n  } catch {}\n  if (!paid) warn();\n}\n",
    ],
    [
      "no error in Go",
      "a.go",
      'package a\n\nfunc a() (string, error) {\n\tname, err := charge()\n\tif err != nil {\n\t\treturn "", nil\n\t}\n\treturn name, nil\n}\n',
    ],
  ])("%s is shown, and not posted", async (_name, path, text) => {
    const swallowed = await findingsIn({ [path]: text });
    expect(swallowed.map(({ kind, confidence }) => [kind, confidence])).toEqual([["silent-default", 4]]);
  });

  test.each([
    [
      "a text that says something",
      "src/a.ts",
      "function a() {\n  try {\n    return charge();\n  } catch {\n    return 'unknown';\n  }\n}\n",
    ],
    [
      "a question",
      "src/a.ts",
      "function isPaid() {\n  try {\n    return charge();\n  } catch {\n    return false;\n  }\n}\n",
    ],
    [
      "Go without an error to give",
      "a.go",
      "package a\n\nfunc a() bool {\n\tif err := charge(); err != nil {\n\t\treturn false\n\t}\n\treturn true\n}\n",
    ],
  ])("not: %s", async (_name, path, text) => {
    expect(await kindsIn(path, text)).toEqual([]);
  });
});

describe("swallowed promises", () => {
  const wrapped = (statement: string) => `async function a() {\n  ${statement}\n}\n`;

  test.each([
    ["await charge(card).catch(() => {});", 7],
    ["await charge(card).catch(() => undefined);", 7],
    ["await charge(card).catch(noop);", 7],
    ["await charge(card).then(done).catch(function () {});", 7],
    ["charge(card).catch(() => {});", 4],
    ["void charge(card).catch(() => {});", 4],
  ])("%s", async (statement, confidence) => {
    const swallowed = await findingsIn({ "src/a.ts": wrapped(statement) });
    expect(swallowed.map((one) => [one.kind, one.confidence])).toEqual([["swallowed-promise", confidence]]);
  });

  test.each([
    ["handled", "await charge(card).catch((error) => log.warn(error));"],
    ["floating on purpose", "void charge(card);"],
    ["explained", "await charge(card).catch(() => {}); // charged again tomorrow"],
    ["closed", "await socket.close().catch(() => {});"],
    ["held in a variable, and waited for elsewhere", "pending.catch(() => {});"],
  ])("not: %s", async (_name, statement) => {
    expect(await kindsIn("src/a.ts", wrapped(statement))).toEqual([]);
  });

  test("a line that swallowed before, and changed otherwise, is not new", async () => {
    const before = { "src/a.ts": wrapped("await charge(card).catch(() => {});") };
    expect(await report({ "src/a.ts": wrapped("await charge(card, tax).catch(() => {});") }, before)).toEqual([]);
  });

  test("a habit of the repository is listed but not posted", async () => {
    const old = { "src/old.ts": Array.from({ length: 12 }, (_, i) => `send(${i}).catch(() => {});\n`).join("") };
    const [finding] = await findingsIn({ ...old, "src/a.ts": wrapped("await charge(card).catch(() => {});") }, old);
    expect(finding?.confidence).toBe(4);
  });
});

describe("ignored results", () => {
  test.each([
    ["a.go", "package a\n\nfunc a() {\n\tcount, _ := strconv.Atoi(text)\n\tuse(count)\n}\n"],
    ["a.go", "package a\n\nfunc a() {\n\t_ = tx.Commit()\n}\n"],
    ["src/a.rs", "fn a() {\n    let _ = fs::write(path, data);\n}\n"],
    ["src/a.rs", "fn a() {\n    fs::create_dir_all(path).ok();\n}\n"],
    ["ci/a.sh", "cargo test --all || true\n"],
    ["Dockerfile", "RUN npm run build || true\n"],
    ["lib/a.rb", "def a\n  total = charge(card) rescue nil\nend\n"],
    ["src/a.php", "<?php\nfunction a() {\n    @file_put_contents($path, $data);\n}\n"],
  ])("%s: %s", async (path, text) => {
    expect(await kindsIn(path, text)).toEqual(["ignored-error"]);
  });

  test.each([
    [
      "a number that a pattern has matched",
      "a.go",
      "package a\n\nfunc a() {\n\tcount, _ := strconv.Atoi(matches[1])\n\tuse(count)\n}\n",
    ],
    ["something that is no error", "a.go", "package a\n\nfunc a() {\n\tname, _ := names[key]\n}\n"],
    [
      "a call that hardly matters",
      "a.go",
      "package a\n\nfunc a() {\n\t_ = resp.Body.Close()\n\t_, _ = fmt.Fprintln(w, text)\n}\n",
    ],
    [
      "a number written out",
      "a.go",
      'package a\n\nfunc a() {\n\twait, _ := time.ParseDuration("5s")\n\tuse(wait)\n}\n',
    ],
    ["a message nobody waits for", "src/a.rs", "fn a() {\n    let _ = sender.send(1);\n}\n"],
    ["a search that may find nothing", "ci/a.sh", "count=$(grep -c x file || true)\nrm -rf out || true\n"],
    ["a reason", "ci/a.sh", "# flaky on this runner, reported by the next step\nnpm test || true\n"],
    ["a farewell", "lib/a.rb", "def close\n  transmit(\n    :bye\n  ) rescue nil\nend\n"],
    ["a conversion", "lib/a.rb", "def a\n  value.to_i rescue nil\nend\n"],
    [
      "a result that is looked at",
      "src/a.php",
      "<?php\nfunction a() {\n    if (@file_put_contents($path, $data) === false) {\n        fail();\n    }\n}\n",
    ],
  ])("not: %s", async (_name, path, text) => {
    expect(await kindsIn(path, text)).toEqual([]);
  });
});

describe("hostile text", () => {
  test.each([
    ["handlers that never close", "a.ts", "} catch {{".repeat(100_000)],
    ["brackets", "a.ts", `try {${"(".repeat(100_000)}} catch {}\n`],
    ["calls", "a.ts", ".catch(".repeat(100_000)],
    ["nested excepts", "a.py", Array.from({ length: 3_000 }, (_, i) => `${" ".repeat(i)}except:`).join("\n")],
    ["one long line", "a.go", `if ${"a ".repeat(500_000)} err != nil {`],
  ])(
    "%s are read in time",
    async (_name, path, text) => {
      expect(await report({ [`src/${path}`]: text })).toEqual(expect.any(Array));
    },
    20_000,
  );

  test("blanking keeps every offset, and brackets match in both directions", () => {
    const language = languageFor("a.ts")!;
    const pieces = fc.array(fc.constantFrom("(", ")", "{", "}", "'x'", "// c\n", "\n", "a", " ", "`", "/*", "*/"));
    fc.assert(
      fc.property(pieces, (all) => {
        const text = all.join("");
        const scanned = scan(text, language);
        const code = blankNonCode(text, scanned);
        expect(code.length).toBe(text.length);
        expect(code.split("\n").length).toBe(text.split("\n").length);
        for (let at = 0; at < code.length; at++) {
          expect(text.slice(0, at).split("\n").length).toBe(lineOfOffset(scanned, at));
          if (!"({".includes(code[at]!)) continue;
          const close = findClosing(code, at);
          if (close >= 0) expect(findOpening(code, close)).toBe(at);
        }
      }),
    );
  });
});
