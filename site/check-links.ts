// Fails if a link or an anchor between the pages of the built site leads nowhere.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("dist", import.meta.url));
const pages = new Map(
  globSync("**/*.html", { cwd: dist }).map((file) => {
    const html = readFileSync(`${dist}/${file}`, "utf8");
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/<a\s[^>]*href="([^"]+)"/g)].map(([, href]) => href.replaceAll("&amp;", "&"));
    return [`/${file.replace(/index\.html$/, "")}`, { ids, links }];
  }),
);

const broken: string[] = [];
for (const [from, { links }] of pages)
  for (const href of links) {
    const { origin, pathname, hash } = new URL(href, `http://site${from}`);
    if (origin !== "http://site") continue;
    const page = pages.get(decodeURIComponent(pathname));
    if (!page) broken.push(`${from}: ${href}`);
    else if (hash !== "" && hash !== "#_top" && !page.ids.has(decodeURIComponent(hash.slice(1))))
      broken.push(`${from}: ${href}`);
  }
console.log(`${pages.size} pages, ${[...pages.values()].reduce((sum, { links }) => sum + links.length, 0)} links`);
if (broken.length > 0) throw new Error(`Links that lead nowhere:\n${[...new Set(broken)].join("\n")}`);
