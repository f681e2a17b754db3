/* Generated from src/server/browser/ by npm run generate. */

/** The scripts of pages, minified, by name. */
export const pageScripts = {
  "counter": "\"use strict\";(()=>{for(let t of document.querySelectorAll(\"[data-most]\")){let e=document.getElementById(`${t.id}-count`),o=e?.dataset.text??\"\",n=()=>{let l=Number(t.dataset.most)-Array.from(t.value).length;e&&(e.textContent=o.replace(\"{n}\",l.toLocaleString(document.documentElement.lang)))};t.addEventListener(\"input\",n),n()}})();"
} as const
