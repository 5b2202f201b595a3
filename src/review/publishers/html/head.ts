// Renders the head of a self-contained page, with a content security policy that allows only its own style and script.
import { createHash } from "node:crypto";
import { reportLabels } from "../../words/report-texts.ts";
import { exactHtml, html, trustedHtml, type Html } from "./template.ts";

export interface Head {
  title: string;
  version: string;
  style: string;
  script: string;
}

export function head({ title, version, style, script }: Head): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy(style, script)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta name="generator" content="${reportLabels.product} ${version}" />
    <title>${title}</title>
    ${exactHtml`<style>${trustedHtml(style)}</style>`}
  </head>`;
}

/** Verbatim: the policy contains its hash. */
export function scriptElement(script: string): Html {
  return exactHtml`<script>${trustedHtml(script)}</script>`;
}

/** Nothing may be fetched, framed or submitted; only this style and this script may run. */
function policy(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
