/** Draws the page of a report on a screen, light or dark, wide or narrow, and on paper. */
export const stylesheet = `
*{box-sizing:border-box}
:root{color-scheme:light;--around:#f3f4f6;--ground:#fff;--text:#1f2328;--muted:#57606a;--line:#d8dee4;--wash:#eef3fb;--bar:#0b57d0;--rest:#848d97;--warn:#9a6700;--low:#b3431e;--high:#1a7f37}
@media (prefers-color-scheme:dark){:root:not(.x){color-scheme:dark;--around:#0d1117;--ground:#161b22;--text:#e6edf3;--muted:#9ba5b0;--line:#30363d;--wash:#1d2735;--bar:#79aef8;--rest:#727b85;--warn:#d8a93b;--low:#f0885a;--high:#4cc26a}}
html{background:var(--around);color:var(--text);font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
body{margin:0;padding:clamp(0rem,5vw - 1.25rem,3rem) clamp(0rem,4vw - 1rem,2rem);overflow-wrap:anywhere;hyphens:auto}
.page{max-width:52rem;margin:0 auto;background:var(--ground);border-radius:1rem;box-shadow:0 0 0 1px var(--line);padding:clamp(1.25rem,5vw,3.25rem)}
h1,h2,h3,p,ul,ol,dl,dd,figure,blockquote{margin:0;padding:0}
h1{font-size:clamp(1.65rem,1.3rem + 1.6vw,2.25rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{font-size:1.35rem;line-height:1.3;letter-spacing:-.005em}
h3{font-size:1.125rem;line-height:1.35}
a{color:var(--bar);text-underline-offset:.15em}
.to{color:inherit;text-decoration-color:var(--line)}
.to:hover{text-decoration-color:currentcolor}
:focus-visible{outline:3px solid var(--bar);outline-offset:2px;border-radius:2px}
header{display:grid;gap:.5rem}
.eyebrow,.small,.kind,caption,th,.axis{color:var(--muted)}
.eyebrow{font-weight:600;font-size:.875rem}
.small,.kind,caption,.axis{font-size:.875rem}
nav{margin-top:1.5rem}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem 1.25rem}
section{margin-top:2.75rem}
section section{margin-top:2.25rem}
.form+.form{border-top:1px solid var(--line);padding-top:2.75rem}
.facts{display:flex;flex-wrap:wrap;gap:1px;margin-top:1.75rem;background:var(--line);border:1px solid var(--line);border-radius:.75rem;overflow:hidden}
.facts>div{flex:1 1 9rem;background:var(--ground);padding:.9rem 1.1rem;display:flex;flex-direction:column;gap:.1rem}
dt{font-size:.875rem;color:var(--muted)}
.facts dd{font-size:1.5rem;font-weight:650;line-height:1.25;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
.facts dd.unknown{font-size:1rem;font-weight:400;color:var(--muted);line-height:1.9}
.facts dd+dd{font-size:.8125rem;font-weight:400;letter-spacing:0;color:var(--muted)}
.kind{margin-top:.15rem}
.number{color:var(--muted);font-weight:400;margin-right:.35rem}
table{width:100%;border-collapse:collapse;table-layout:fixed;margin-top:.9rem;font-variant-numeric:tabular-nums}
th{font-weight:400;font-size:.875rem;text-align:right;padding:.2rem 0 .2rem .75rem;vertical-align:bottom;width:5.6rem}
thead th:first-child{text-align:left;padding-left:0;width:auto}
td{padding:.32rem 0 .32rem .75rem;text-align:right;vertical-align:top;white-space:nowrap}
tbody th{color:inherit;font-size:1rem;text-align:left;vertical-align:top;padding:.32rem 0;width:auto}
.row{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.15fr);gap:0 1rem}
.brief .row{grid-template-columns:3.5rem minmax(0,1fr)}
.chart{display:block;width:100%;height:.7rem;margin-top:.4rem;background:var(--wash);border-radius:3px}
.chart rect{fill:var(--bar)}
tr.rest th,tr.rest td{color:var(--muted)}
figure{margin-top:1rem}
.days{display:block;width:100%;height:11rem}
.days .finished{fill:var(--bar)}
.days .other{fill:var(--rest)}
.days line{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.plot{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;margin:-.6rem 0}
.span{grid-column:2;display:flex;justify-content:space-between;gap:1rem}
.key{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin-bottom:.9rem;font-size:.875rem}
.key svg{width:.75rem;height:.75rem;margin-right:.4rem}
.key .finished{fill:var(--bar)}
.key .other{fill:var(--rest)}
details{margin-top:.75rem}
details table{table-layout:auto}
details thead th{width:auto;white-space:nowrap}
summary{cursor:pointer;color:var(--bar);font-size:.875rem}
.texts{list-style:none;display:grid;gap:.6rem;margin-top:.9rem}
blockquote{border-inline-start:3px solid var(--line);padding-block:.1rem;padding-inline-start:.9rem;white-space:pre-line}
.times{font-size:.8125rem;color:var(--muted);padding-inline-start:calc(.9rem + 3px)}
.sentence{margin-top:.6rem}
.nps{margin-top:1rem}
.score b{font-size:2.25rem;line-height:1.1;letter-spacing:-.02em;font-variant-numeric:tabular-nums;margin-right:.4rem}
.score span{color:var(--muted);font-size:.875rem}
.groups{height:1.5rem;margin:.5rem 0 .7rem;border-radius:4px}
.nps .key{margin:0}
svg .detractors{fill:var(--low)}
svg .passives{fill:var(--rest)}
svg .promoters{fill:var(--high)}
.wide{overflow-x:auto}
.segments{font-size:.875rem;table-layout:auto}
.segments th,.segments td{padding:.32rem .3rem;overflow-wrap:normal;width:auto;font-size:inherit}
.lead{font-size:1.125rem;line-height:1.55;margin-top:1rem;text-wrap:pretty}
.segments thead th{text-align:right}
.segments th:first-child{padding-left:0;text-align:left;width:9rem}
.segments td{font-size:.8125rem;vertical-align:top}
.segments bdi{display:inline-block;max-width:10rem;overflow-wrap:break-word}
.segments thead bdi{max-width:6.5rem}
.segments .chart{height:.3rem;margin:.15rem 0 0}
.many thead bdi{max-width:none;writing-mode:vertical-rl;transform:rotate(180deg);max-height:9rem;text-align:left;line-height:1.2}
.segments tbody tr+tr>*{border-top:1px solid var(--line)}
.member{margin-top:1rem;font-size:.875rem;color:var(--muted)}
.notice{margin-top:1.5rem;padding:.8rem 1.1rem;border:1px solid var(--line);border-left:4px solid var(--warn);border-radius:.5rem;display:grid;gap:.4rem}
.about{border-top:1px solid var(--line);padding-top:1.5rem;margin-top:3rem;font-size:.875rem;color:var(--muted)}
.about h2{font-size:1rem;color:var(--text)}
.about dl{display:grid;gap:.3rem;margin-top:.75rem}
.about dl>div{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:0 1rem}
.about dd{color:var(--text)}
.about ul{padding-left:1.1rem;margin-top:1rem;display:grid;gap:.3rem}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:34rem){
html{background:var(--ground)}
.page{border-radius:0;box-shadow:none}
.facts dd{font-size:1.25rem}
.row{grid-template-columns:minmax(0,1fr)}
.row>div:has(+.chart){margin-right:-8.5rem}
.brief .row{grid-template-columns:2.5rem minmax(0,1fr)}
.brief .row>div:has(+.chart){margin-right:0}
table:has(thead th:nth-child(4)) .row>div:has(+.chart){margin-right:-12.75rem}
table:has(thead th:nth-child(4)) .rest .row>div{margin-right:-8.5rem}
.chart{margin:.6rem 0 .3rem}
thead th{width:4.25rem;font-size:.8125rem}
td,thead th{padding-left:.3rem;vertical-align:bottom}
.days{height:9rem}
.about dl>div{grid-template-columns:minmax(0,1fr)}
.segments th:first-child{position:sticky;left:0;background:var(--ground);width:7rem}
.segments tbody bdi{max-width:7rem}
.segments.many{min-width:42rem}
}
@media print{
:root:not(.x){color-scheme:light;--around:#fff;--ground:#fff;--text:#000;--muted:#444;--line:#bbb;--wash:#eee;--bar:#0b57d0;--rest:#848d97;--warn:#9a6700;--low:#b3431e;--high:#1a7f37}
html{font-size:10.5pt}
body,.page{padding:0}
.page{max-width:none;box-shadow:none;border-radius:0}
nav,summary{display:none}
.to{text-decoration:none}
details::details-content{content-visibility:visible;display:block;columns:3;column-gap:2.5rem}
details.few::details-content{columns:1}
details table{font-size:.8125rem;margin:0}
details :is(td,th){padding-block:.1rem;font-size:inherit;white-space:nowrap}
details thead th{width:4.4rem}
h1,h2,h3,.kind{break-after:avoid}
table,tr,figure,blockquote,.nps,.facts,.question,.about{break-inside:avoid}
.long{break-inside:auto}
thead{display:table-header-group}
.wide{overflow:visible}
.segments,.segments td{font-size:8.5pt}
.segments.many{table-layout:fixed}
.segments.many :is(th,td){overflow-wrap:break-word}
.lead{font-size:12pt}
.segments th:first-child{width:40mm}
.chart,.chart rect,.days,.key svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}
@page{margin:16mm 15mm}
}
`.replaceAll('\n', '')
