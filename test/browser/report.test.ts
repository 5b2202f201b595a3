// The HTML report as a person uses it: opened from a file in a real browser.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JudgedFinding } from "../../src/findings/finding.ts";
import { findingOutcomes, severities } from "../../src/findings/finding.ts";
import { htmlPublisher } from "../../src/review/publishers/html.ts";
import { changeOf } from "../support/change-of.ts";
import { draftOf, hostile, judgedOf } from "../support/finding-of.ts";
import { largeChange } from "../support/browser/large-change.ts";
import {
  closePages,
  openBrowser,
  openFile,
  skipWithoutBrowser,
  type OpenedPage,
} from "../support/browser/open-browser.ts";

const options = { colour: false, width: 80, version: "1.2.3" };

/** Elements that a page may have when it opens, however large the change. */
const mostElements = 15_000;

const lines = (number: number) => Array.from({ length: number }, (_, index) => `line(${index + 1});\n`).join("");

const change = changeOf({
  base: { "src/cart.ts": lines(30) },
  head: { "src/cart.ts": `start();\n${lines(30)}end();\n`, "src/shop.ts": lines(20), "docs/a.md": "words\n" },
  title: "feat: a shop",
});

function found(
  path: string,
  line: number,
  index: number,
  overrides: Parameters<typeof judgedOf>[0] = {},
): JudgedFinding {
  const outcome = findingOutcomes[index % findingOutcomes.length]!;
  const marks = outcome === "inline" ? [] : [{ by: "root", why: { kind: "root", root: "DOC" }, outcome } as const];
  const given = { severity: severities[index % severities.length]!, title: `Finding in ${path} at ${line}` };
  return judgedOf(
    {
      path,
      line,
      text: `line(${line});`,
      sources: [index % 2 ? "PRESCAN:odd" : "PRESCAN:even"],
      ...given,
      ...overrides,
    },
    marks,
  );
}

const judged = [
  found("src/cart.ts", 1, 0),
  found("src/shop.ts", 3, 1),
  found("src/shop.ts", 9, 5, { severity: "low" }),
  found("src/cart.ts", 16, 2),
];
const report = htmlPublisher.render(draftOf(change, judged), options);

describe.skipIf(skipWithoutBrowser())("the report in Chromium", () => {
  let browser: Browser;
  let opened: OpenedPage | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await opened?.close();
    await closePages(browser);
  });

  async function open(text: string, given: Parameters<typeof openFile>[2] = {}, fragment = "") {
    await opened?.close();
    opened = await openFile(browser, text, given, fragment);
    return opened.page;
  }

  const clean = () => expect([opened?.errors, opened?.requests]).toEqual([[], []]);
  const focused = () => opened!.page.evaluate("document.activeElement.id");
  const shownRows = () => opened!.page.locator("#list li:visible").count();
  const shownCards = () => opened!.page.locator(".card:visible").count();

  test("opens with no error and asks for nothing but itself", async () => {
    const page = await open(report);
    expect(await page.title()).toBe("feat: a shop · base..head · Crosscheck");
    expect([await shownRows(), await shownCards()]).toEqual([4, 4]);
    clean();
  });

  test("filters change what is in the list and in the diff, and are kept in the address", async () => {
    const page = await open(report);
    await page.locator("#filters > summary").click();
    await page.getByRole("checkbox", { name: /^critical/ }).uncheck();
    expect([await shownRows(), await shownCards()]).toEqual([3, 3]);
    await page.locator('input[name="check"][value="odd"]').uncheck();
    expect([await shownRows(), await shownCards()]).toEqual([1, 1]);
    await page.locator('input[name="outcome"][value="advisory"]').uncheck();
    expect([await shownRows(), await shownCards()]).toEqual([0, 0]);
    expect(await page.locator("#none").isVisible()).toBe(true);
    expect(new URL(page.url()).hash).toBe("#severity=high,medium,low&check=even&outcome=inline,listed,dropped");

    await open(report, {}, "#severity=high,medium,low&check=odd");
    expect([await shownRows(), await shownCards()]).toEqual([2, 2]);
    expect(await opened!.page.locator('input[value="critical"]').isChecked()).toBe(false);
    clean();
  });

  test("the search narrows files and findings by path", async () => {
    const page = await open(report);
    await page.keyboard.press("/");
    expect(await focused()).toBe("search");
    await page.keyboard.type("shop");
    expect(await page.locator(".file:visible").count()).toBe(1);
    expect(await shownRows()).toBe(2);
    await page.keyboard.press("Escape");
    expect(await page.locator(".file:visible").count()).toBe(3);
    await page.getByLabel("Only files with findings").check();
    expect(await page.locator(".file:visible").count()).toBe(2);
    clean();
  });

  test("the keyboard moves between findings, in the order of the list, past those that are filtered out", async () => {
    const page = await open(report);
    const moves: unknown[] = [];
    for (const key of ["j", "j", "j", "j", "j", "k"]) {
      await page.keyboard.press(key);
      moves.push(await focused());
    }
    expect(moves).toEqual([0, 1, 2, 3, 3, 2].map((index) => `finding-${index}`));
    expect(await page.locator('#list [aria-current="true"]').getAttribute("href")).toBe("#finding-2");
    expect(new URL(page.url()).hash).toBe("#finding=2");
    await page.locator("#filters > summary").click();
    await page.locator('input[name="outcome"][value="advisory"]').uncheck();
    await page.keyboard.press("k");
    expect(await focused()).toBe("finding-1");

    await page.locator("#list li a").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("finding-1");
    clean();
  });

  test("everything is reached by Tab, and shows that it is", async () => {
    const page = await open(report);
    await page.locator("#filters > summary").click();
    await page.locator("body").click({ position: { x: 1, y: 1 } });
    const reached = new Set<string>();
    for (let index = 0; index < 60; index++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate<string>(
          "(({ id, className, tagName, name }) => id || name || className || tagName)(document.activeElement)",
        ),
      );
      const outlined = await page.evaluate(
        "document.activeElement === document.body || getComputedStyle(document.activeElement.closest('.chip') ?? document.activeElement).outlineStyle !== 'none'",
      );
      expect(outlined).toBe(true);
    }
    expect([...reached]).toEqual(
      expect.arrayContaining([
        "skip",
        "theme",
        "open-help",
        "search",
        "severity",
        "check",
        "outcome",
        "only-found",
        "SUMMARY",
      ]),
    );
  });

  test("? explains the keys", async () => {
    const page = await open(report);
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").innerText()).toContain("search by path");
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
    clean();
  });

  test("light and dark differ, follow the system, and can be chosen", async () => {
    const background = () => opened!.page.evaluate("getComputedStyle(document.body).backgroundColor");
    await open(report, { colorScheme: "light" });
    const light = await background();
    await opened!.page.keyboard.press("t");
    await opened!.page.keyboard.press("t");
    const chosen = await background();
    await open(report, { colorScheme: "dark" });
    const dark = await background();
    expect([light, chosen]).toEqual(["rgb(245, 246, 248)", dark]);
    expect(dark).not.toBe(light);
  });

  test.each([320, 390, 768, 1280, 1920])("fits a screen of %i pixels", async (width) => {
    const page = await open(report, { viewport: { width, height: 800 } });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  });

  test("on paper everything that is in the page is unfolded", async () => {
    const page = await open(report);
    await page.locator(".file > summary").first().click();
    await page.emulateMedia({ media: "print" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect([await shownCards(), await page.locator(".filters:visible").count()]).toEqual([4, 0]);
  });

  test("works without scripts, as far as it can be read", async () => {
    await open(report, { javaScriptEnabled: false });
    expect([await shownRows(), await shownCards()]).toEqual([4, 4]);
    expect(await opened!.page.getByText("Without scripts").isVisible()).toBe(true);
  });

  test("text of an attacker runs nothing", async () => {
    const markup = `</script><script>window.owned=1</script><img src="https://evil.example/x" onerror="window.owned=1"><a href="javascript:window.owned=1">`;
    const evil = changeOf({
      base: { "a.ts": "x\n" },
      head: { "a.ts": `${lines(400)}${markup}\n`, "<img src=x onerror=window.owned=1>.ts": `${hostile}\n` },
      title: markup,
      body: `Because ${markup}`,
    });
    const poisons = [1, 401].map((line) =>
      judgedOf({ path: "a.ts", line, text: markup, title: markup, explanation: markup, kind: markup, id: markup }),
    );
    const page = await open(htmlPublisher.render(draftOf(evil, [...poisons, judgedOf({ path: markup })]), options));
    for (const key of ["j", "j", "j"]) await page.keyboard.press(key);
    expect(await focused()).toBe("finding-2");
    expect(await page.evaluate("typeof window.owned")).toBe("undefined");
    expect(await page.locator("img, main a[href^=javascript]").count()).toBe(0);
    expect(await page.locator(".diff").filter({ hasText: "window.owned=1" }).count()).toBeGreaterThan(0);
    clean();
  });

  describe("3,000 files", () => {
    const lot = largeChange(
      Array.from({ length: 3000 }, (_, index) => ({
        path: `src/part-${index % 40}/file-${index}.ts`,
        lines: index % 60 === 0 ? 300 : 40,
      })),
    );
    const many = Array.from({ length: 500 }, (_, index) =>
      found(`src/part-${(index * 6) % 40}/file-${index * 6}.ts`, 1 + (index % 40), index),
    );
    let large = "";
    beforeAll(() => {
      large = htmlPublisher.render(draftOf(lot, many), options);
    });

    test("opens with a bounded number of elements", async () => {
      const page = await open(large);
      const elements = await page.evaluate<number>("document.querySelectorAll('*').length");
      expect(elements).toBeLessThan(mostElements);
      expect(await page.evaluate("getComputedStyle(document.querySelector('.file')).contentVisibility")).toBe("auto");
      clean();
    });

    test("a file opens on a click, and folded again it weighs nothing", async () => {
      const page = await open(large);
      const file = page.locator(".file:not([open])").last();
      const index = await file.getAttribute("data-i");
      const same = page.locator(`.file[data-i="${index}"]`);
      expect(await same.locator("tr").count()).toBe(0);
      await same.locator("summary").first().click();
      await expect.poll(() => same.locator("tr.a").count()).toBe(40);
      await same.locator("summary").first().click();
      await expect.poll(() => same.locator("tr").count()).toBe(0);
      clean();
    });

    test("a file far down is found by its path, and a finding in it by the keyboard", async () => {
      const page = await open(large);
      expect(await page.locator('.file[data-i="2999"]').count()).toBe(0);
      await page.keyboard.press("/");
      await page.getByLabel("Path").fill("file-2994.ts");
      expect(await page.locator(".file").count()).toBe(1);
      await page.locator("h1").click();
      await page.keyboard.press("j");
      expect(await page.evaluate("document.activeElement.innerText")).toContain("file-2994.ts");
      expect(await page.evaluate("document.activeElement.getBoundingClientRect().top")).toBeGreaterThan(0);
      clean();
    });

    test("more files and findings come when asked for", async () => {
      const page = await open(large);
      const before = [await page.locator(".file").count(), await page.locator("#list li").count()];
      await page.locator("#more-files").click();
      await page.locator("#more-findings").click();
      const more = async () => [
        (await page.locator(".file").count()) - before[0]!,
        (await page.locator("#list li").count()) - before[1]!,
      ];
      await expect.poll(more).toEqual([expect.closeTo(300, -2), 200]);
      clean();
    });

    test("a link to a finding that is not laid out leads there", async () => {
      const page = await open(large, {}, "#finding-499");
      expect(await focused()).toBe("finding-499");
      expect(await page.locator("#finding-499").isVisible()).toBe(true);
      clean();
    });
  });
});
