// Serves the dashboard's static files under content-hashed names, so that browsers can cache them forever.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { favicon } from "../../review/publishers/html/icons.ts";
import { copyScript } from "../../review/publishers/html/script/navigation.ts";
import { siteScript } from "../../review/publishers/html/report-script.ts";
import { boardStyle } from "../../threads/publishers/board-style.ts";

/** Content security policy: only our own files, connecting only to us. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface Asset {
  type: string;
  text(): string;
}

const isSource = import.meta.url.endsWith(".ts");

const assets: Record<string, Asset> = {
  "style.css": { type: "text/css; charset=utf-8", text: () => `${boardStyle}\n${ours("dashboard.css")}` },
  "dashboard.js": { type: "text/javascript; charset=utf-8", text: () => `${ours("dashboard.js")}${copyScript}` },
  "review.js": { type: "text/javascript; charset=utf-8", text: () => siteScript },
  "logo.svg": { type: "image/svg+xml", text: () => favicon },
  "htmx.js": {
    type: "text/javascript; charset=utf-8",
    text: () =>
      isSource
        ? readFileSync(createRequire(import.meta.url).resolve("htmx.org/dist/htmx.min.js"), "utf8")
        : ours("htmx.js"),
  },
};

export type AssetName = "style.css" | "dashboard.js" | "review.js" | "logo.svg" | "htmx.js";

function ours(name: string): string {
  return readFileSync(new URL(isSource ? `../../../web/${name}` : `./web/${name}`, import.meta.url), "utf8");
}

interface Loaded {
  type: string;
  text: string;
  hash: string;
}

const loaded = new Map<string, Loaded>();

function load(name: string): Loaded | null {
  const asset = Object.hasOwn(assets, name) ? assets[name]! : null;
  if (asset === null) return null;
  const known = loaded.get(name);
  if (known) return known;
  const text = asset.text();
  const fresh = { type: asset.type, text, hash: createHash("sha256").update(text).digest("hex").slice(0, 12) };
  loaded.set(name, fresh);
  return fresh;
}

export function assetPath(name: AssetName): string {
  return `/assets/${load(name)!.hash}-${name}`;
}

export function assetAnswer(named: string): Response {
  const [hash, name] = [named.slice(0, 12), named.slice(13)];
  const asset = load(name);
  if (asset === null || asset.hash !== hash) return new Response("There is nothing here\n", { status: 404 });
  return new Response(asset.text, {
    headers: { "content-type": asset.type, "cache-control": "public, max-age=31536000, immutable" },
  });
}
