// Extends the report's style for a board.
import { reportStyle } from "../../review/publishers/html/report-style.ts";

const own = `
.board .lead{margin-bottom:.6rem}
.warn{border-left:5px solid var(--medium)}
.phase{font-weight:600}
.board .counts{display:grid;grid-template-columns:auto 1fr;gap:.35rem .6rem}
.board .counts li{display:contents}
.board .counts .sev{justify-self:start;align-self:center}
.thread{max-width:none;margin-bottom:1rem;padding:0;overflow:hidden}
.thread>*{padding-inline:1rem}
.thread>header{padding-block:.6rem .1rem}
.thread>header .place{margin:0;font-weight:650;font-size:.93rem;flex:1 1 14rem}
.thread>.meta{margin-bottom:.5rem}
.thread .flag{align-self:center}
.said{padding-block:.15rem .55rem;display:grid;gap:.5rem}
.said blockquote{margin:0;padding:.1rem 0 .1rem .75rem;border-left:3px solid var(--line)}
.said cite{font-style:normal;font-size:.8rem;color:var(--muted);display:block}
.was{padding:0!important;border-block:1px solid var(--line)}
.was figcaption{font:inherit;font-size:.8rem;padding:.3rem 1rem;background:var(--sunken)}
.was table.diff{border-top:1px solid var(--line)}
.thread.card figure{margin:0}
.thread dl{padding-block:.3rem .45rem}
.thread dl>div{grid-template-columns:5.5rem 1fr}
.verdict{font-weight:600}
.verdict.ready{color:var(--good)}
.verdict.blocked{color:var(--bad)}
.verdict.done{color:var(--muted)}
.rule{color:var(--muted);font-size:.86rem}
.draft{padding-block:.1rem .8rem}
.draft summary{cursor:pointer;color:var(--muted);font-size:.86rem}
.draft pre{margin-top:.35rem}
.file-head{font:600 .93rem var(--mono);margin:1.4rem 0 .5rem;padding:0}
.file-head:first-of-type{margin-top:0}
.board #list a{grid-template-columns:1.6rem auto 1fr}
.board #list .title{grid-column:2/4;grid-row:2;color:var(--muted);font-size:.8rem}
.board #list .place{color:var(--text);font-size:.86rem}
.card.needs_human{border-left-color:var(--critical)}
.card.valid{border-left-color:var(--high)}
.card.invalid{border-left-color:var(--medium)}
.card.already_fixed{border-left-color:var(--good)}
.card.stale{border-left-color:var(--muted)}
.thread.card{border-left-style:solid!important}
@media (max-width:40rem){.thread>*{padding-inline:.75rem}.thread dl>div{grid-template-columns:1fr}}
`;

export const boardStyle = `${reportStyle}${own}`.replaceAll(/\n+/g, "\n");
