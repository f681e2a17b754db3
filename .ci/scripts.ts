import { basename, join } from 'node:path'
import type { OutputFile } from 'esbuild'

/** A file of the bundle: where it lies, and what it says. */
type Written = { readonly path: string; readonly text: string }

/** Makes scripts of the modules of the bundle, which `src/cli/host/scripts.ts` loads; what lies beside them stays as it is. */
export const scriptsIn = (files: readonly OutputFile[]): readonly Written[] =>
  files.map(({ path, text }) => {
    const name = basename(path)
    return {
      path: join('dist/scripts', name),
      text: name.endsWith('.js') ? scriptOf(name, text) : text,
    }
  })

const parts = /^import \{([^}]*)\} from ("\.\/[\w-]+\.js");$/gm
const others = /^import ("\.\/[\w-]+\.js");$/gm
const exported = /^export \{([^}]*)\};$/gm

function scriptOf(name: string, text: string): string {
  const body = text
    .replaceAll(parts, (_, names: string, from: string) => {
      const taken = namesIn(names, (theirs, ours) => `${theirs}: ${ours}`)
      return `const { ${taken} } = load_(${from});`
    })
    .replaceAll(others, (_, from: string) => `load_(${from});`)
    .replaceAll(exported, (_, names: string) => {
      const given = namesIn(names, (ours, theirs) => `${theirs}: ${ours}`)
      return `return { ${given} };`
    })
    .replaceAll(/\bimport\("/g, 'late_("')
    .replaceAll(/\bimport\.meta\b/g, 'meta_')
    // It is read byte by byte. Outside of texts, patterns and remarks there is none of these.
    .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const [left] = /^(?:import|export)\b.*/m.exec(body) ?? []
  if (left !== undefined) throw new Error(`${name} can't become a script for: ${left}`)
  // In brackets, it is compiled at once.
  return `(function (load_, late_, meta_) {\n"use strict";\n${body}\n})\n`
}

/** What is imported or exported, as pairs of its names. */
const namesIn = (names: string, pair: (name: string, as: string) => string): string =>
  names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [name = '', as = name] = each.split(' as ')
      return pair(name, as)
    })
    .join(', ')
