// Defines the style sheet and content security policy of the setup page.
import { createHash } from "node:crypto";
import { paletteCss } from "../../review/publishers/html/palette.ts";

export const setupStyle = `
:root{color-scheme:light dark;${paletteCss()}
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,p,ul,ol,dl,dd,pre{margin:0;padding:0}
h1{font-size:1.5rem;line-height:1.25;font-weight:650}
h2{font-size:1.05rem;font-weight:650;margin-bottom:.6rem}
a{color:var(--accent)}
code,pre{font-family:var(--mono);font-size:.88em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem 1.2rem;padding:.6rem 1.25rem;background:var(--surface);border-bottom:1px solid var(--line)}
.top b{font-weight:650}
.steps{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin-left:auto;list-style:none;color:var(--muted);font-size:.9rem;counter-reset:step}
.steps li{counter-increment:step;display:flex;align-items:center;gap:.4rem}
.steps li::before{content:counter(step);display:inline-grid;place-items:center;width:1.4rem;height:1.4rem;border-radius:50%;border:1px solid var(--line);background:var(--sunken);font-size:.8rem}
.steps [aria-current]{color:var(--text);font-weight:600}
.steps [aria-current]::before{background:var(--accent-soft);border-color:var(--accent);color:var(--accent)}
main{max-width:46rem;margin:0 auto;padding:1.75rem 1.25rem 3rem;display:grid;gap:1.25rem}
.lead{color:var(--muted);margin-top:.5rem}
.lead+.lead{margin-top:.3rem}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:1.1rem 1.25rem;min-width:0}
.panel>p+p,.panel>:is(table,ul,ol)+p{margin-top:.7rem}
.panel :is(ul,ol){padding-left:1.2rem}
.panel li+li{margin-top:.25rem}
.panel h2:not(:first-child){margin-top:1.2rem}
.bad{border-left:5px solid var(--bad)}
.bad h1,.bad h2{color:var(--bad)}
.good{border-left:5px solid var(--good)}
table{border-collapse:collapse;width:100%}
:is(th,td){text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0}
tbody tr{border-top:1px solid var(--line)}
thead th{font-weight:500;color:var(--muted);font-size:.88rem;padding-bottom:.25rem}
tbody th{font-weight:600;white-space:nowrap}
td.level{white-space:nowrap}
form{display:grid;gap:1.25rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend,.field>label{display:block;padding:0;font-weight:650;margin-bottom:.35rem}
.choice{display:grid;grid-template-columns:auto 1fr;gap:0 .6rem;padding:.55rem .75rem;border:1px solid var(--line);border-radius:6px;cursor:pointer}
.choice+.choice{margin-top:.45rem}
.choice:has(:checked){border-color:var(--accent);background:var(--accent-soft)}
.choice:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.choice input[type=radio]{margin:.25rem 0 0;width:1rem;height:1rem;accent-color:var(--accent);outline:0}
.choice .hint,.choice .sub{grid-column:2}
.hint{color:var(--muted);font-size:.9rem}
.choice:has(:checked) .hint{color:var(--text)}
.field+.field,fieldset+.field,.field+fieldset,fieldset+fieldset{margin-top:1.3rem}
.field .hint,fieldset>.hint{margin-top:.35rem}
input[type=text],input[type=url]{font:inherit;width:100%;min-width:0;padding:.45rem .6rem;color:var(--text);background:var(--sunken);border:1px solid var(--muted);border-radius:6px}
.sub{display:block;margin-top:.4rem}
.sub .hint{display:block;margin-bottom:.15rem}
fieldset:has([value=me]:checked) .sub{display:none}
button,.button{display:inline-block;font:inherit;font-weight:600;text-decoration:none;color:var(--surface);background:var(--accent);border:1px solid var(--accent);border-radius:6px;padding:.5rem 1.1rem;cursor:pointer}
:is(button,.button):hover{filter:brightness(1.1)}
.acts{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem 1.2rem}
dl>div{display:grid;grid-template-columns:10rem 1fr;gap:.1rem .8rem;padding:.4rem 0}
dl>div+div{border-top:1px solid var(--line)}
dt{color:var(--muted)}
details{margin-top:.9rem}
summary{cursor:pointer;color:var(--accent)}
pre{margin-top:.6rem;padding:.7rem .85rem;background:var(--sunken);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap}
@media (max-width:40rem){
.top{padding:.55rem .9rem}
.steps{margin-left:0;width:100%;gap:.3rem .9rem}
main{padding:1.1rem .8rem 2rem;gap:.9rem}
.panel{padding:.9rem}
h1{font-size:1.25rem}
table,tbody,tr,tbody :is(th,td){display:block;padding:0}
thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
tbody tr{padding:.45rem 0}
tbody th{display:inline;margin-right:.6rem}
td.level{display:inline;color:var(--muted)}
dl>div{grid-template-columns:1fr}
button,.button{width:100%;text-align:center}
.acts a:not(.button){width:100%;text-align:center}
}
@media (forced-colors:active){button,.button,.choice,.panel{border:1px solid}}
`.replaceAll(/\n+/g, "\n");

const styleHash = `sha256-${createHash("sha256").update(setupStyle).digest("base64")}`;

/**
 * Allows no scripts; forms may go to this server and to GitHub. Browsers apply `form-action` to redirects of a form
 * too.
 */
export function policyOf(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...new Set(formTargets)].join(" ")}`,
  ].join("; ");
}
