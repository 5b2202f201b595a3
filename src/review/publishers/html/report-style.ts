// Defines the style of the page: system fonts, two themes from one palette, layouts for wide screens, phones and print.
import { severities } from "../../../findings/finding.ts";
import { paletteCss } from "./palette.ts";

const base = `
:root{color-scheme:light dark;${paletteCss()}
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;--bar:2.75rem;--round:6px}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:calc(var(--bar) + 1rem);-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:14px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,p,ul,ol,dl,dd,figure,pre{margin:0;padding:0}
h1{font-size:1.35rem;line-height:1.3;font-weight:650;margin-bottom:.9rem}
h2{font-size:1rem;font-weight:650;margin:0 0 .6rem}
h3{font-size:.86rem;font-weight:650;margin:1.1rem 0 .4rem}
.panel>h3:first-child{margin-top:0}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
code,pre,kbd,.path,.place,.target,.mark{font-family:var(--mono);font-size:.92em}
kbd{padding:0 .35em;border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;background:var(--sunken);font-size:.8em}
button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:var(--round);padding:.15rem .6rem;cursor:pointer}
button:hover{background:var(--sunken)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.icon,.logo{width:1em;height:1em;flex:none;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round;vertical-align:-.12em}
.logo{width:1.5em;height:1.5em;stroke-width:2.2;color:var(--accent);vertical-align:-.35em}
:is(button,a,summary,h2,h3)>.icon{margin-right:.4em}
.heard{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.quiet,.n{color:var(--muted)}
.n{font-weight:400}
.skip{position:absolute;left:-99rem}
.skip:focus{left:.5rem;top:.5rem;z-index:9;background:var(--surface);padding:.5rem 1rem;border-radius:var(--round)}
:root:not(.js) :is(.tools,.filters,.more,button.copy),.js .no-script{display:none}
.no-script{margin-top:1rem!important}
`;

const frame = `
.top{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:.9rem;min-height:var(--bar);padding:.3rem 1.25rem;background:var(--surface);border-bottom:1px solid var(--line);white-space:nowrap}
.top nav{display:flex;gap:.9rem;margin-left:auto}
.target{overflow:hidden;text-overflow:ellipsis;min-width:3rem}
.size{color:var(--muted)}
.tools{display:flex;gap:.4rem}
.tools button{font-size:.86rem}
main{max-width:1500px;margin:0 auto;padding:1.25rem}
section+section,.review{margin-top:1.75rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:1rem 1.15rem;min-width:0}
#about>h3{margin-top:1.2rem}
.title-row{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:flex-start;justify-content:space-between}
.title-row h1{flex:1 1 20rem;margin:0}
.decision{--of:var(--accent);display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:center;margin-top:.6rem;padding:.45rem .8rem;background:var(--surface);border:1px solid var(--line);border-left:4px solid var(--of);border-radius:var(--round)}
.decision.APPROVE{--of:var(--good)}
.decision.REQUEST_CHANGES{--of:var(--bad)}
.decision>:is(.icon,strong){color:var(--of)}
.because{color:var(--muted);flex:1 1 16rem}
.panel>ul:not(.counts),dd ul{padding-left:1.1rem}
.probe{white-space:pre-wrap}
.not-ok{font-weight:700}
.counts{display:flex;flex-wrap:wrap;gap:.2rem .9rem;align-items:center;list-style:none;font-size:.86rem}
.counts li:has(.sev){margin-right:-.5rem}
.counts li:has(.sev)+li:not(:has(.sev)){margin-left:.5rem}
.bar{display:block;margin-top:.8rem;color:inherit}
.bar svg{display:block;width:100%;height:8px;border-radius:4px;background:var(--sunken)}
.bar .key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin-top:.3rem;font-size:.86rem;color:var(--muted)}
.bar .key span::before{content:"";display:inline-block;width:.65em;height:.65em;margin-right:.4em;border-radius:2px;background:var(--dot);border:1px solid var(--muted)}
.bar b{color:var(--text)}
.byReviewers{fill:var(--good);--dot:var(--good)}
.byChecksOnly{fill:var(--accent);--dot:var(--accent)}
.unread{fill:var(--medium);--dot:var(--medium)}
dl>div{display:grid;grid-template-columns:9rem 1fr;gap:.2rem .8rem;padding:.28rem 0}
dl>div+div{border-top:1px solid var(--line)}
dt{color:var(--muted)}
.scroll{overflow-x:auto}
table.plain{border-collapse:collapse;width:100%;background:var(--surface);border:1px solid var(--line)}
.plain :is(th,td){text-align:left;vertical-align:top;padding:.3rem .6rem;overflow-wrap:break-word;border-top:1px solid var(--line)}
.plain th{font-weight:500;color:var(--muted);background:var(--sunken)}
.concern{font-weight:600}
.concern.failed{color:var(--bad)}
.concern.verified{color:var(--good)}
footer{padding:0 1.25rem 2rem;text-align:center;color:var(--muted);font-size:.86rem}
dialog{color:var(--text);background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1.2rem 1.4rem;min-width:min(26rem,90vw)}
dialog::backdrop{background:#0008}
dialog form{margin-top:1rem;text-align:right}
`;

const list = `
.review{display:grid;grid-template-columns:minmax(16rem,21.5rem) minmax(0,1fr);gap:1.5rem;align-items:start}
aside{position:sticky;top:calc(var(--bar) + .5rem);max-height:calc(100vh - var(--bar) - 1rem);overflow:auto;scrollbar-width:thin;padding:0 .5rem 0 .25rem;margin-left:-.25rem}
.filters{border:1px solid var(--line);border-radius:8px;background:var(--surface);padding:.45rem .75rem;margin-bottom:.8rem}
.filters>summary{cursor:pointer;font-weight:600}
.filters[open]>summary{margin-bottom:.3rem}
fieldset{border:0;margin:.45rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem}
legend{padding:0;margin-bottom:.15rem;font-size:.8rem;color:var(--muted)}
.search{display:grid;grid-template-columns:auto 1fr auto;align-items:center;gap:.5rem;color:var(--muted);font-size:.8rem}
.search input{font:inherit;font-size:.93rem;width:100%;min-width:0;padding:.25rem .5rem;color:var(--text);background:var(--sunken);border:1px solid var(--line);border-radius:var(--round)}
.chip{display:inline-flex;align-items:center;gap:.3rem;padding:.05rem .5rem .05rem .35rem;border:1px solid var(--line);border-radius:99px;font-size:.8rem;cursor:pointer;background:var(--surface)}
.chip:has(:checked){background:var(--accent-soft);border-color:var(--accent)}
.chip:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.chip input{margin:0;accent-color:var(--accent);outline:0}
.chip b{font-weight:600}
.chip.alone{margin-top:.6rem}
#shown{margin-top:.4rem;font-size:.86rem}
.sev{display:inline-block;padding:0 .5em;border-radius:99px;font-size:.8rem;line-height:1.45;font-weight:600;white-space:nowrap}
${severities.map((severity) => `.sev.${severity}{color:var(--${severity}-text);background:var(--${severity})}.card.${severity}{border-left-color:var(--${severity})}`).join("\n")}
.group h3{margin:.7rem 0 .3rem}
.group ol{list-style:none}
.group:not(:has(li:not([hidden]))){display:none}
#list a{display:grid;grid-template-columns:1.9rem auto 1fr;gap:0 .45rem;align-items:baseline;padding:.35rem .45rem;border-radius:var(--round);color:inherit;text-decoration:none}
.review #list a{grid-template-columns:auto 1fr auto;gap:0 .5rem}
.review #list .title{grid-column:2;grid-row:1}
.review #list .mark{grid-column:3;grid-row:1;font-size:.8rem}
.review #list .place{grid-column:2/4;grid-row:2}
#list a:hover{background:var(--surface)}
#list a[aria-current=true]{background:var(--accent-soft)}
#list .mark{text-align:right;color:var(--muted)}
#list .title{grid-column:2/4;grid-row:2}
#list .place{color:var(--muted);font-size:.8rem}
.more{display:block;width:100%;padding:.4rem;margin:.3rem 0;color:var(--accent)}
`;

const diff = `
.large .file{content-visibility:auto;contain-intrinsic-size:auto 2.4rem}
.large .file[open]{contain-intrinsic-size:auto 24rem}
.large table.diff{content-visibility:auto}
.file{margin-bottom:.35rem;background:var(--surface);border:1px solid var(--line);border-radius:8px}
.file>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .7rem;padding:.3rem .8rem;cursor:pointer;border-radius:8px;list-style:none}
.file>summary::-webkit-details-marker{display:none}
.file>summary::before{content:"▸";color:var(--muted);width:.8em;margin-right:-.35rem;align-self:baseline}
.file[open]>summary::before{content:"▾"}
.file[open]{margin-bottom:.8rem}
.file[open]>summary{position:sticky;top:var(--bar);z-index:2;border-bottom:1px solid var(--line);border-radius:8px 8px 0 0;background:var(--sunken)}
.file>summary:hover{background:var(--sunken)}
.file .path{flex:1 1 12rem;font-weight:600;direction:ltr;unicode-bidi:isolate}
.dir{font-weight:400;color:var(--muted)}
.status{color:var(--muted);font-size:.86rem}
.flag{font-size:.8rem;font-weight:600;color:var(--accent)}
.plus,.minus{font-family:var(--mono);font-size:.86rem}
.plus{color:var(--added-sign)}
.minus{color:var(--removed-sign)}
.plus+.minus{margin-left:-.3rem}
table.diff{width:100%;border-collapse:collapse;table-layout:fixed;font:12.5px/1.6 var(--mono)}
.diff thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.diff col{width:3.6em}
.diff col:last-child{width:auto}
.diff td{padding:0 .5em;vertical-align:top;white-space:pre-wrap;tab-size:4;direction:ltr;unicode-bidi:isolate}
.diff td:nth-child(-n+2){text-align:right;color:var(--muted);user-select:none;white-space:nowrap;font-size:11.5px;line-height:20px;padding:0 .4em}
.diff td:nth-child(3){padding-left:1.9em;text-indent:-1.3em}
.diff td:nth-child(3)::before{content:" " / "";display:inline-block;width:1.3em;text-indent:0;user-select:none;font-weight:700}
.a td{background:var(--added)}
.a td:nth-child(-n+2){background:var(--added-line);color:var(--text)}
.a td:nth-child(3)::before{content:"+" / "added";color:var(--added-sign)}
.d td{background:var(--removed)}
.d td:nth-child(-n+2){background:var(--removed-line);color:var(--text)}
.d td:nth-child(3)::before{content:"−" / "removed";color:var(--removed-sign)}
.h td{background:var(--hunk);color:var(--hunk-text)}
.diff b{font-weight:400}
.diff b.k{color:var(--code-k)}
.diff b.s{color:var(--code-s)}
.diff b.c{color:var(--code-c)}
.diff b.n{color:var(--code-n)}
.diff b.f{color:var(--code-f)}
.diff b.t{color:var(--code-t)}
.diff mark{background:none;color:inherit;border-radius:2px}
:is(.a,.split td.a) mark{background:var(--added-word)}
:is(.d,.split td.d) mark{background:var(--removed-word)}
.fold td{padding:0!important;background:var(--hunk)}
.fold button{width:100%;border:0;border-radius:0;background:none;color:var(--accent);font:inherit;padding:.15rem}
.js .far:not(.shown),:root:not(.js) .fold{display:none}
.split col:nth-child(3){width:3.6em}
.split col:nth-child(even){width:auto}
.diff.split td:nth-child(odd){text-align:right;color:var(--muted);user-select:none;white-space:nowrap;font-size:11.5px;line-height:20px;padding:0 .4em;text-indent:0}
.diff.split td:nth-child(even){padding:0 .5em;text-align:left;font:inherit;color:inherit;white-space:pre-wrap;user-select:auto}
.diff.split td::before{content:none!important}
.diff.split td:nth-child(3){border-left:1px solid var(--line)}
.split td.a{background:var(--added)}
.split td.d{background:var(--removed)}
.split td.a:nth-child(3){background:var(--added-line);color:var(--text)}
.split td.d:nth-child(1){background:var(--removed-line);color:var(--text)}
.split td.e{background:var(--sunken)}
.t td:first-child{box-shadow:inset 3px 0 var(--accent)}
.diff tr.f>td{all:unset;display:table-cell;padding:.5rem .75rem .6rem;background:var(--sunken);border-block:1px solid var(--line)}
.diff.split tr.f>td{all:unset;display:table-cell;padding:.5rem .75rem .6rem;background:var(--sunken);border-block:1px solid var(--line)}
.diff i,.card i{color:var(--muted)}
.outside{padding:.5rem .75rem;background:var(--sunken);border-bottom:1px solid var(--line)}
.outside>h4{font-size:.86rem;font-weight:600;color:var(--muted);margin-bottom:.4rem}
.outside .f+.f{margin-top:.5rem}
.note{padding:.5rem .8rem;color:var(--muted)}
.card{font:14px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;max-width:56rem;padding:.6rem .9rem .7rem;background:var(--surface);border:1px solid var(--line);border-left:4px solid var(--line);border-radius:var(--round);white-space:normal}
.card:focus{outline:2px solid var(--accent);outline-offset:2px}
.card header{display:flex;flex-wrap:wrap;gap:.1rem .55rem;align-items:baseline}
.card h4{font-size:.95rem;font-weight:650;flex:1 1 14rem}
.card .mark{color:var(--muted)}
.card h5{font-size:.8rem;font-weight:600;color:var(--muted);margin:.5rem 0 .15rem}
.meta{display:flex;flex-wrap:wrap;gap:0 .9rem;font-size:.86rem;color:var(--muted);margin:.1rem 0 .35rem}
.meta a{font-family:var(--mono);font-size:.95em}
.card ul{padding-left:1.1rem;font-size:.86rem}
figcaption{font:.8rem var(--mono);color:var(--muted)}
.card pre{font-size:12.5px;line-height:1.55;padding:.25rem .6rem;background:var(--sunken);border-left:2px solid var(--line);white-space:pre-wrap}
.card pre code{font-size:1em}
.card .outcome{margin-top:.45rem;font-size:.86rem;color:var(--muted)}
.card .outcome:not(.posted){color:var(--text)}
.card figure{margin-top:.4rem}
.card:not(.inline,.listed){border-left-style:dashed}
.fix pre{background:var(--added);border-left-color:var(--added-sign)}
.card-tools{display:flex;flex-wrap:wrap;gap:.3rem .9rem;align-items:baseline;margin-top:.4rem;font-size:.86rem}
.card-tools summary{cursor:pointer;color:var(--muted)}
.card-tools details[open]{flex:1 0 100%}
.card .edit{display:none}
.waiting .card :is(.edit){display:inline}
.part{margin-top:1rem}
.part>summary{cursor:pointer;font-weight:650;padding:.5rem .8rem;background:var(--surface);border:1px solid var(--line);border-radius:8px}
.part>section{margin-top:.8rem}
.part>section>h2:first-child{position:absolute;clip-path:inset(50%)}
`;

const narrow = `
@media (max-width:60rem){
.top{position:static;flex-wrap:wrap;gap:.2rem .8rem;padding:.5rem .9rem}
.top nav{order:9;width:100%;margin:0;flex-wrap:wrap}
.tools{margin-left:auto}
:root{--bar:0rem}
main{padding:.9rem}
.review{grid-template-columns:minmax(0,1fr)}
aside{position:static;max-height:none;overflow:visible}
kbd{display:none}
dialog kbd{display:inline}
}
@media (max-width:40rem){
h1{font-size:1.15rem}
.target,.size{font-size:.86rem}
dl>div{grid-template-columns:1fr;gap:0}
main{padding:.7rem}
.panel{padding:.8rem .85rem}
.chip{padding-block:.28rem}
#list a{padding-block:.5rem}
.diff col{width:2.5em}
.diff td:nth-child(-n+2){font-size:10px;padding:0 .25em}
.diff col:first-child{width:0}
.diff td:first-child:not([colspan]){padding:0;font-size:0}
.diff td:nth-child(3){padding-left:1.6em}
.t td:first-child{box-shadow:none}
.t td:nth-child(2){box-shadow:inset 3px 0 var(--accent)}
.diff tr.f>td,.outside{padding:.4rem}
.file{margin-inline:-.3rem}
.file .path{flex-basis:8rem}
.card h4{flex-basis:100%}
.plain :is(th,td){padding:.25rem .4rem;font-size:.86rem}
}
`;

const paper = `
@media (forced-colors:active){.sev,.chip,.card{border:1px solid}.t td:first-child{border-left:3px solid Highlight}}
@media print{
:root,:root[data-theme]{color-scheme:light;--bar:0rem}
body{font-size:10.5pt}
.top{position:static}
.top nav,.tools,.filters,.more,.skip,.fold,.card-tools>:not(details),dialog{display:none!important}
.js .far{display:table-row-group!important}
.review{display:block}
aside{position:static;max-height:none;overflow:visible;margin-bottom:1rem}
.large :is(.file,table.diff){content-visibility:visible}
.panel,.card,tr{break-inside:avoid}
main{max-width:none;padding:0}
.sev,.a td,.d td,.bar *{print-color-adjust:exact}
}
`;

export const reportStyle = [base, frame, list, diff, narrow, paper].join("").replaceAll(/\n+/g, "\n");
