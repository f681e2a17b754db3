/** What every page is drawn with, from the custom properties of its style. What one kind of component needs comes with it. */
export const baseCss = `
*{box-sizing:border-box}
:root,form>div{
--muted:color-mix(in srgb,var(--text) 70%,var(--background));
--line:color-mix(in srgb,var(--text) 14%,var(--background));
--wash:color-mix(in srgb,var(--accent) 9%,var(--background));
--corner:min(var(--radius),1rem);
--gap:calc(1.75rem*var(--density));
--control:max(2.75rem,2rem + 1rem*var(--density))}
html{background:var(--around) center/cover fixed;background-image:var(--backdrop);font:100%/1.5 var(--font);color:var(--text);text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;align-items:start;justify-items:center}
main{width:100%;max-width:var(--width);padding:clamp(1.25rem,5vw,3rem);overflow-wrap:anywhere}
h1,h2,p,ul,fieldset{margin:0;padding:0;border:0;min-width:0}
h1,h2{font-family:var(--heading-font,inherit)}
h1{font-size:clamp(1.6rem,1.3rem + 1.4vw,2.1rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3}
a{color:var(--accent);text-underline-offset:.15em}
a:hover{text-decoration-thickness:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form>div+div{margin-top:var(--gap)}
.top{display:grid;grid-template-columns:1fr auto;gap:.6rem 1.5rem;margin-bottom:calc(var(--gap) + .5rem);font-size:.875rem;color:var(--muted)}
.name{font-weight:600}
.heading{display:grid;gap:.5rem;margin-bottom:var(--gap);text-align:var(--align)}
.lead{font-size:1.0625rem;color:var(--muted);white-space:pre-line}
label,legend{font-weight:600;padding:0}
h1>label,legend>h1{font-weight:700}
.field{display:grid;gap:.4rem;align-content:start}
fieldset.field{display:block}
fieldset.field>*+*{margin-top:.4rem}
.hint,.small{font-size:.875rem;color:var(--muted);font-weight:400}
.lines,.small{white-space:pre-line}
.small{text-align:var(--align)}
.problem{font-size:.875rem;font-weight:600;color:var(--error)}
input,select,textarea,button{font:inherit;color:inherit;accent-color:var(--accent)}
input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea{width:100%;min-width:0;min-height:var(--control);padding:.6rem .85rem;border:1px solid var(--border);border-radius:var(--corner);background:var(--background)}
::placeholder{color:var(--muted);opacity:1}
:is(input,select,textarea):hover{border-color:var(--text)}
:is(input,select,textarea):focus-visible{border-color:var(--accent);outline-offset:0}
[aria-invalid]:is(input,select,textarea){border-color:var(--error);box-shadow:inset 0 0 0 1px var(--error)}
.buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;justify-content:var(--align);margin-top:calc(var(--gap) + .5rem)}
button,.button{min-height:var(--control);padding:.6rem 1.75rem;border:1px solid var(--accent);border-radius:var(--radius);background:var(--accent);color:var(--accent-text);font-weight:600;cursor:pointer;text-decoration:none}
button:hover,.button:hover{background:color-mix(in srgb,var(--accent) 86%,var(--text))}
.button{display:inline-flex;align-items:center}
.back{background:none;border-color:#0000;color:var(--accent);padding-inline:1rem}
.back:hover{background:var(--wash)}
.mark{font-weight:400;color:var(--muted)}
h1 .mark{font-size:1rem;letter-spacing:0}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.field>p>a,.ending>p>a:not(.button){display:inline-block;padding-block:.625rem}
.plain,.plain:hover{min-height:2.75rem;padding:0;border:0;background:none;color:inherit;font-weight:400;text-decoration:underline;text-underline-offset:.15em}
.plain:hover{text-decoration-thickness:.15em}
.foot{display:flex;flex-wrap:wrap;align-items:center;white-space:normal;gap:.25rem 1.5rem;min-height:1.5em}
.foot p{flex:1 1 12rem}
@media (max-width:34rem){.buttons button{width:100%}}
@media (prefers-reduced-motion:no-preference){button,input,select,textarea,label{transition:background-color .12s,border-color .12s,box-shadow .12s}}
`
