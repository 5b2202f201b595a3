// Reads pages as a browser does, without running them, and says what in them could not be of our making. Text of an attacker
// that became an element, an attribute or an address is found here, whatever the policy would have done about it.
import type { Page } from "playwright-core";

export interface Asked {
  path: string;
  /** Sent as a form; absent: asked for. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface Inspected {
  path: string;
  status: number;
  /** What is wrong with it. */
  faults: string[];
  /** Each kind of element, and of attribute on it. */
  kinds: string[];
  /** What a person can read, in fields too. */
  text: string;
}

/** In the browser. Parts of pages are read as they would be put into one. */
const source = String.raw`
  const addresses = new Set(["href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcset", "ping",
    "background", "cite", "manifest", "hx-get", "hx-post"]);
  const ofHtmx = new Set(["hx-get", "hx-trigger", "hx-swap", "hx-target"]);
  const never = new Set(["style", "srcdoc", "nonce", "is", "slot", "contenteditable", "http-equiv"]);
  const plainScript = /^\/assets\/[0-9a-f]{12}-[a-z-]+\.js$/;
  const triggers = new Set(["changed from:body", "load", null]);

  function inspect(root, { own = new Set(), live = false } = {}) {
    const faults = [], kinds = new Set(), ids = new Set();
    const fault = (element, why) => faults.push(why + ": " + element.outerHTML.slice(0, 200));
    const comments = document.createNodeIterator(root, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION);
    for (let node = comments.nextNode(); node; node = comments.nextNode()) faults.push("comment: " + node.data.slice(0, 100));
    for (const element of root.querySelectorAll("*")) {
      const tag = element.localName;
      kinds.add(tag);
      if (element.id !== "" && ids.has(element.id)) fault(element, "an id twice");
      ids.add(element.id);
      for (const { name, value } of element.attributes) {
        if (!(live && name === "class")) kinds.add(tag + " " + name);
        if (/^on/i.test(name) || (never.has(name) && !own.has(name))) fault(element, "the attribute " + name);
        if (/^(?:data-)?hx-/.test(name) && !ofHtmx.has(name)) fault(element, "the attribute " + name);
        if (addresses.has(name) && !isOurs(tag, name, value)) fault(element, "the address " + value);
        if (/[\u202a-\u202e\u2066-\u2069\u0000]/.test(value)) fault(element, "hidden characters in " + name);
      }
      // Only what was refused takes the reader to itself.
      if (element.hasAttribute("autofocus") && !element.matches("textarea[aria-invalid=true]")) fault(element, "autofocus");
      if (!triggers.has(element.getAttribute("hx-trigger"))) fault(element, "a trigger");
      if (tag === "script" && !isOurScript(element, own)) fault(element, "a script");
      if (tag === "style" && !own.has("style " + element.textContent)) fault(element, "a style");
      if (/^(?:iframe|object|embed|base|template|noembed|frame|portal|applet|img|video|audio)$/.test(tag)) fault(element, "an element");
      if (element.namespaceURI !== "http://www.w3.org/1999/xhtml" && !element.closest("svg")) fault(element, "a namespace");
    }
    return { faults, kinds: [...kinds] };
  }

  function isOurs(tag, name, value) {
    if (tag === "a" && name === "href") return /^(?:https?:\/\/|[#?]|\/(?![/\\])|$)/.test(value);
    return /^\/(?![/\\])/.test(value);
  }

  function isOurScript(script, own) {
    if (own.has("script " + script.textContent)) return true;
    const src = script.getAttribute("src");
    if (src !== null) return plainScript.test(src) && script.textContent === "";
    return script.type === "application/json" && script.id === "data";
  }

  /** What the script of a report puts into it. */
  function laidOut(root) {
    const data = root.querySelector("script#data");
    if (data === null) return [];
    const { files = [], findings } = JSON.parse(data.textContent);
    return [
      ...findings.flatMap(([, , , , , row]) => row ?? []),
      ...files.flatMap(({ h, b }) => [h, ...b.map(([, markup]) => markup)].filter((one) => one !== undefined)),
    ];
  }

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  async function look({ path, form, headers }, own) {
    const csrf = document.querySelector("input[name=csrf]")?.value ?? "";
    const answer = await fetch(path, form === undefined ? { headers } :
      { method: "POST", redirect: "manual", headers, body: new URLSearchParams({ csrf, ...form }) });
    const text = await answer.text();
    const root = parsed(text);
    const all = [root, ...laidOut(root).map(parsed)].map((one) => ({ one, ...inspect(one, { own }) }));
    const fields = [...root.querySelectorAll("input, textarea, option")].map(({ value }) => value);
    return {
      path, status: answer.status,
      faults: all.flatMap(({ faults }) => faults),
      kinds: [...new Set(all.flatMap(({ kinds }) => kinds))],
      text: [...all.map(({ one }) => one.body.textContent), root.title, ...fields].join("\n"),
    };
  }
`;

/** From within a page of the site, as its own scripts would ask. `own`: styles, scripts and attributes that are ours there. */
export async function inspectAll(
  page: Page,
  asked: readonly Asked[],
  own: readonly string[] = [],
): Promise<Inspected[]> {
  const found = await page.evaluate(`(async () => { ${source}
    const [asked, own] = ${JSON.stringify([asked, own]).replaceAll("<", "\\u003c")};
    const found = [];
    for (const one of asked) found.push(await look(one, new Set(own)));
    return found;
  })()`);
  return found as Inspected[];
}

/** The page as it stands, after all that its scripts did. */
export async function inspectLive(page: Page): Promise<Pick<Inspected, "faults" | "kinds">> {
  return await page.evaluate(`(() => { ${source}
    return inspect(document, { live: true });
  })()`);
}

/** Styles and scripts that a file of ours carries in itself, for `own`. */
export async function ownOf(page: Page, path: string): Promise<string[]> {
  return await page.evaluate(`(async () => { ${source}
    const root = parsed(await (await fetch(${JSON.stringify(path)})).text());
    const texts = (tag) => [...root.querySelectorAll(tag + ":not([src], #data)")].map((one) => tag + " " + one.textContent);
    return [...texts("style"), ...texts("script"), "http-equiv"];
  })()`);
}
