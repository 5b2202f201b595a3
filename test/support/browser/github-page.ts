// Markdown as GitHub shows it in a comment: its dialect, its hard line breaks, its emoji, the few tags that it lets
// through, and a page with the look of a conversation.
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const emoji: Record<string, string> = {
  ":white_check_mark:": "✅",
  ":red_circle:": "🔴",
  ":yellow_circle:": "🟡",
  ":green_circle:": "🟢",
};

export function asGithub(markdown: string): string {
  const html = micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    // GitHub lets details and summary through, and takes out what is not on its list, comments among it.
    allowDangerousHtml: true,
  });
  return html
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/<(?=\/?(?:script|style|iframe|object|embed|form|input(?! type="checkbox"))\b)/gi, "&lt;")
    .replaceAll(/:[a-z_]+:/g, (name) => emoji[name] ?? name);
}

const style = `
:root{color-scheme:light dark}
body{margin:0;padding:24px;background:light-dark(#fff,#0d1117);color:light-dark(#1f2328,#f0f6fc);font:14px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif}
article{max-width:860px;margin:0 auto 24px;border:1px solid light-dark(#d1d9e0,#3d444d);border-radius:6px}
article>header{padding:8px 16px;border-bottom:1px solid light-dark(#d1d9e0,#3d444d);background:light-dark(#f6f8fa,#151b23);color:light-dark(#59636e,#9198a1);border-radius:6px 6px 0 0}
.comment{padding:16px;overflow-wrap:break-word}
.comment>:first-child{margin-top:0}
p,ul,table,pre,details{margin:0 0 16px}
p,li{white-space:pre-line}
h2{font-size:1.5em;padding-bottom:.3em;border-bottom:1px solid light-dark(#d1d9e0,#3d444d);margin:24px 0 16px}
h3{font-size:1.25em;margin:24px 0 16px}
ul{padding-left:2em}
table{border-collapse:collapse;display:block;overflow:auto}
td,th{border:1px solid light-dark(#d1d9e0,#3d444d);padding:6px 13px}
tr:nth-child(2n){background:light-dark(#f6f8fa,#151b23)}
code{font:85% ui-monospace,SFMono-Regular,Menlo,monospace;padding:.2em .4em;background:light-dark(#818b981f,#656c7633);border-radius:6px}
pre{padding:16px;background:light-dark(#f6f8fa,#151b23);border-radius:6px;overflow:auto}
pre code{padding:0;background:none}
`;

export function githubPage(comments: readonly { name: string; markdown: string }[]): string {
  const articles = comments.map(
    ({ name, markdown }) =>
      `<article id="${name}"><header>${name}</header><div class="comment">${asGithub(markdown)}</div></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>As on GitHub</title><style>${style}</style>${articles.join("")}</html>\n`;
}
