// Defines the style of the judging page: one column of cards with a sticky toolbar.
import { severities } from "../../findings/finding.ts";

const badges = severities
  .map((severity) => `.sev.${severity}{color:var(--${severity}-text);background:var(--${severity})}`)
  .join("\n");

export const judgeStyle = `
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}
header{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.3rem 1.5rem;padding:.5rem 1.25rem;background:var(--surface);border-bottom:1px solid var(--line)}
h1{font-size:1.05rem;margin:0}
h2{font-size:1rem;margin:.3rem 0}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem;margin:0 0 0 auto}
main{max-width:60rem;margin:0 auto;padding:1rem 1.25rem 60vh}
.lead{margin:.2rem 0;color:var(--muted)}
.keys{font-size:.86rem;margin-bottom:1rem}
article{margin:0 0 1rem;padding:.9rem 1.1rem;background:var(--surface);border:1px solid var(--line);border-left:5px solid var(--line);border-radius:8px;scroll-margin-top:4rem}
article:focus{outline:2px solid var(--accent)}
article[data-said=right]{border-left-color:var(--good)}
article[data-said=wrong]{border-left-color:var(--bad)}
article[data-said=unclear]{border-left-color:var(--medium)}
article p{margin:.3rem 0}
.meta{font-size:.86rem;color:var(--muted)}
.sev{display:inline-block;padding:0 .5em;border-radius:99px;font-size:.8rem;font-weight:600}
${badges}
pre{margin:.4rem 0;padding:.4rem 0;overflow-x:auto;background:var(--sunken);border:1px solid var(--line);border-radius:6px;tab-size:4}
pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.86rem}
pre span{display:block;padding:0 .8rem;white-space:pre;min-width:max-content}
pre i{display:inline-block;width:4.5em;margin-right:1em;font-style:normal;text-align:right;color:var(--muted);user-select:none}
pre .hit{background:var(--accent-soft)}
button,.button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.2rem .9rem;cursor:pointer}
button:hover,.button:hover{background:var(--sunken)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.button:focus-within{outline:2px solid var(--accent)}
.button input{position:absolute;width:1px;height:1px;opacity:0}
.answers{display:flex;gap:.5rem;margin-top:.6rem}
.answers [aria-pressed=true]{background:var(--accent-soft);border-color:var(--accent);font-weight:600}
.js .no-script{display:none}
:root:not(.js) :is(.tools,.answers,.keys){display:none}
@media (max-width:40rem){main{padding:.75rem .75rem 40vh}article{padding:.7rem .8rem}.tools{margin-left:0}}
`;
