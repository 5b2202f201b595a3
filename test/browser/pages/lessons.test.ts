// The page of lessons in a real browser.
import type { Pattern } from "../../../src/change/stored-knowledge.ts";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { patternId } from "../../../src/findings/lessons/patterns.ts";
import type { KeptLesson } from "../../../src/world/store/kept/learning.ts";
import { changeOf } from "../../support/change-of.ts";
import { draftOf, judgedOf } from "../../support/finding-of.ts";
import { keepReview, openPage, openTestSite, type SitePage, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { openReaderSite } from "./reader-site.ts";

const shop = "github.com/acme/shop";
const money = "Use `Money`, never `number`, in `lib/pay/`.";
const timeouts = "Never call `fetch` without a timeout in `lib/net/`.";
const evil = "Never write `<img src=x onerror=alert(1)>` in `web/` </textarea><script>alert(2)</script>.";
const pattern: Pattern = {
  unit: "silent-failure",
  category: "error-handling",
  language: "TypeScript",
  look: "swallowed-error",
};

function lesson(more: Partial<KeptLesson>): KeptLesson {
  const from = { unit: "silent-failure", kind: "swallowed", pull: 7, seen: 3 };
  return {
    ...from,
    repository: shop,
    id: "00000001",
    rule: money,
    state: "candidate",
    at: 1000,
    decidedBy: null,
    ...more,
  };
}

describe.skipIf(skipWithoutBrowser())("the page of lessons", () => {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => await closePages(browser));
  beforeEach(async () => {
    site = await openTestSite();
  });
  afterEach(async () => await site.close());

  const ofShop = `/lessons?repository=${encodeURIComponent(shop)}`;
  const open = async (options = {}): Promise<SitePage> => await openPage(browser, site.site.opening(ofShop), options);
  const kept = async (id: string) => await site.store.lessons.get(shop, id);
  const reviewed = async (place = `${shop}#7`, id = "a00000000001") =>
    await keepReview(site.store, { ...draftOf(changeOf({ title: "feat: pay" }), [judgedOf()]), id }, { place });

  test("says so if nothing was learned yet, and shows a new proposal at once", async () => {
    const none = await openPage(browser, site.site.opening("/lessons"));
    expect(await none.page.textContent("main")).toContain("there are no lessons");
    await none.close();
    await reviewed();
    const { page, errors, elsewhere, close } = await open();
    expect(await page.textContent("main")).toContain("Nothing is pending.");
    await page.getByText("· live").waitFor();
    await site.store.lessons.put(lesson({}));
    await page.getByRole("button", { name: /^Approve: Use/ }).waitFor();
    expect([errors, elsewhere]).toEqual([[], []]);
    await close();
  });

  test("a proposal is approved, reworded, edited later, removed and restored", async () => {
    await reviewed();
    await site.store.lessons.put(lesson({}));
    await site.store.lessons.put(lesson({ id: "00000002", rule: timeouts, at: 900 }));
    const { page, errors, close } = await open();
    const from = page.locator("#lesson-00000001 .whence");
    expect((await from.innerText()).replaceAll(/\s+/g, " ")).toMatch(/^silent-failure PR #7 seen 3 times proposed/);
    await page.getByRole("button", { name: `Approve: ${money}` }).click();
    await page.getByText("Approved. Reviews of this repository use it from now on.").waitFor();
    expect(await kept("00000001")).toMatchObject({
      state: "approved",
      rule: money,
      decidedBy: "ada",
      pull: 7,
      seen: 3,
    });
    expect(await from.innerText()).toContain("approved by ada just now");

    // By keyboard, in other words.
    await page.locator("#wording-00000002").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Give every `fetch` in `lib/net/` a timeout; never call it without.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#lesson-00000002 .rule-text", { hasText: "Give every fetch" }).waitFor();
    expect(await kept("00000002")).toMatchObject({ state: "approved", rule: expect.stringMatching(/^Give every/) });

    await page.locator("#wording-00000001").click();
    await page.locator("#lesson-00000001 textarea").fill("Use `Money` in `lib/pay/`.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(/done=edit/);
    expect(await kept("00000001")).toMatchObject({ state: "approved", rule: "Use `Money` in `lib/pay/`." });

    await page.getByRole("button", { name: "Remove: Use `Money`" }).click();
    await page.getByText("1 lesson removed").click();
    expect((await kept("00000001"))?.state).toBe("removed");
    await page.getByRole("button", { name: /^Approve after all/ }).click();
    await page.waitForURL(/done=approve/);
    expect((await kept("00000001"))?.state).toBe("approved");
    expect(errors).toEqual([]);
    await close();
  });

  test("a vague rule is rejected beside its field, with the text kept; a good one is added", async () => {
    await reviewed();
    await site.store.lessons.put(lesson({}));
    const { page, axe, close } = await open();
    await page.getByLabel("Rule").last().fill("Be careful with errors where appropriate");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const alert = page.getByRole("alert");
    expect(await alert.textContent()).toMatch(
      /This cannot be a lesson yet:\s+it names no place[^]*does not say exactly what to do/,
    );
    const field = page.getByLabel("Rule").last();
    expect(await field.inputValue()).toBe("Be careful with errors where appropriate");
    expect(await field.getAttribute("aria-describedby")).toContain((await alert.getAttribute("id"))!);
    expect(await axe()).toEqual([]);
    // What was refused stays, whatever happens meanwhile.
    await site.store.lessons.put(lesson({ id: "00000009", at: 5000 }));
    expect(await page.locator("#lesson-lists").getAttribute("hx-get")).toBeNull();
    await field.fill(`  ${timeouts}\n`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForURL(/done=add/);
    const all = await site.store.lessons.of(shop);
    expect(all.find(({ rule }) => rule === timeouts)).toMatchObject({
      state: "approved",
      decidedBy: "ada",
      pull: null,
    });

    await page.locator("#wording-00000001").click();
    await page.locator("#lesson-00000001 textarea").fill("Think about `Money`");
    await page.getByRole("button", { name: "Approve this wording" }).first().click();
    expect(await page.locator("#lesson-00000001 .wrong").textContent()).toContain("it does not say what to do");
    expect(await page.locator("#lesson-00000001 textarea").inputValue()).toBe("Think about `Money`");
    expect(await kept("00000001")).toMatchObject({ state: "candidate", rule: money });
    await close();
  });

  test("unsaved text survives updates, and a proposal that changed meanwhile is not approved", async () => {
    await reviewed();
    await site.store.lessons.put(lesson({}));
    const { page, close } = await open();
    await page.getByText("· live").waitFor();
    await page.locator("#wording-00000001").click();
    await page.locator("#lesson-00000001 textarea").fill("Half of a thought about `Mon");
    await page.locator("h1").click();
    const answered = page.waitForResponse((response) => response.request().headers()["hx-request"] === "true");
    await site.store.lessons.put(lesson({ rule: timeouts, at: 2000, decidedBy: "bob" }));
    await answered;
    expect(await page.locator("#lesson-00000001 textarea").inputValue()).toBe("Half of a thought about `Mon");
    await page.getByRole("button", { name: /^Approve: / }).click();
    await page.getByText("Someone else has decided on this lesson in the meantime").waitFor();
    expect(await kept("00000001")).toMatchObject({ state: "candidate", rule: timeouts });
    await close();
  });

  test("a pattern is promoted and forgotten", async () => {
    await reviewed();
    await site.store.lessons.see(shop, `${shop}#7`, { sightings: [], patterns: [pattern] });
    const { page, close } = await open();
    expect(await page.locator(".patterns").innerText()).toMatch(/TypeScript: swallowed errors \(silent-failure\)/);
    await page.getByRole("button", { name: /^Look for it in all repositories/ }).click();
    await page.waitForURL(/done=promote/);
    expect(await site.store.lessons.patterns("github.com/acme/other")).toMatchObject([{ promoted: true, own: false }]);
    await page.getByRole("button", { name: /^Forget/ }).click();
    await page.waitForURL(/done=forget/);
    expect(await site.store.lessons.patterns(shop)).toEqual([]);
    await close();
  });

  test("readers see approved lessons and no forms; a forged form is rejected", async () => {
    const other = "github.com/acme/other";
    await reviewed();
    await reviewed(`${other}#1`, "a00000000002");
    await site.store.lessons.put(lesson({}));
    await site.store.lessons.put(lesson({ id: "00000002", rule: timeouts, state: "approved", decidedBy: "ada" }));
    await site.store.lessons.see(shop, `${shop}#7`, { sightings: [], patterns: [pattern] });
    const people = {
      eve: { [shop]: "see" },
      bob: { [shop]: "steer", [other]: "see" },
      ada: { [shop]: "steer" },
    } as const;
    const readers = await openReaderSite(site.store, people);
    const { page, errors, axe, close } = await openPage(browser, readers.opening(ofShop, "eve"));
    const text = await page.innerText("main");
    expect(text).toContain("Never call fetch without a timeout in lib/net/.");
    expect(text).toContain("People with write access to the repository decide on lessons.");
    expect(text).not.toContain("Money");
    expect(await page.locator("main form[method=post]").count()).toBe(0);
    expect(await axe()).toEqual([]);
    expect(errors).toEqual([]);
    await close();

    const post = async (who: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ csrf: readers.csrf(who), repository: shop, ...fields });
      const headers = { cookie: `who=${who}` };
      return (await fetch(`${readers.url}/lessons`, { method: "POST", redirect: "manual", body, headers })).status;
    };
    const approve = { do: "approve", id: "00000001", at: "1000" };
    expect(await post("eve", approve)).toBe(403);
    expect(await post("eve", { do: "add", rule: money })).toBe(403);
    expect(await post("mallory", approve)).toBe(404);
    expect(await post("ada", { ...approve, repository: "github.com/acme/nowhere" })).toBe(404);
    expect(await post("ada", { ...approve, do: "toString" })).toBe(404);
    expect(await post("ada", { ...approve, csrf: readers.csrf("eve") })).toBe(400);
    expect((await kept("00000001"))?.state).toBe("candidate");

    // What reaches other repositories is not for those to decide who may only see them, or not even that.
    const id = patternId(pattern);
    expect([await post("bob", { do: "promote", id }), await post("ada", { do: "promote", id })]).toEqual([403, 403]);
    await site.store.lessons.promote(pattern, { times: 1, by: "root", at: 1 });
    expect(await post("ada", { do: "forget", id })).toBe(403);
    expect(await post("ada", approve)).toBe(303);
    expect((await kept("00000001"))?.state).toBe("approved");
    const asAda = await openPage(browser, readers.opening(ofShop, "ada"));
    expect(await asAda.page.getByRole("button", { name: /^Forget/ }).count()).toBe(0);
    await asAda.close();
    await readers.close();
  });

  test("a rule is text, in either theme and on a phone, however long", async () => {
    await reviewed();
    await reviewed(`github.com/acme/${"a-long-name-".repeat(8)}#1`, "a00000000002");
    await site.store.lessons.put(lesson({ rule: evil, unit: "own-<b>check</b>" }));
    await site.store.lessons.put(
      lesson({
        id: "00000002",
        rule: `Run \`${"x".repeat(190)}\` in \`src/\`.`,
        state: "approved",
        decidedBy: "<i>eve</i>",
      }),
    );
    await site.store.lessons.put(lesson({ id: "00000003", rule: evil, state: "removed", decidedBy: "ada" }));
    await site.store.lessons.see(shop, `${shop}#7`, { sightings: [], patterns: [pattern] });
    for (const options of [{}, { colorScheme: "dark" }, { viewport: { width: 390, height: 800 } }]) {
      const { page, errors, elsewhere, axe, close } = await open(options);
      page.on("dialog", () => expect.fail("a script of a rule ran"));
      await page.locator("summary").first().click();
      expect(await page.locator("#lesson-00000001 .rule-text").textContent()).toContain("<img src=x onerror=alert(1)>");
      expect(await page.locator("#lesson-00000001 textarea").inputValue()).toBe(evil);
      expect(await page.locator("main :is(img, script, b, i)").count()).toBe(0);
      expect(await axe()).toEqual([]);
      expect(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
      expect([errors, elsewhere]).toEqual([[], []]);
      await close();
    }
  });
});
