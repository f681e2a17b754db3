import { builtinModules, createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

/**
 * Takes of Node's own modules the parts that the program names, and no others. To import one is to have all its parts read,
 * those, too, that are only made when somebody reads them, such as every kind of stream: a tenth of a start.
 */
export const builtInsInParts: Plugin = {
  name: 'built-ins in parts',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^(node:)?[a-z0-9_/]+$/ }, ({ path, kind }) => {
      const namespace = namespaces.get(kind)
      if (!namespace || !(path.startsWith('node:') || builtinModules.includes(path))) return undefined
      return { path: path.replace(/^(node:)?/, 'node:'), namespace, sideEffects: false }
    })
    bundle.onLoad({ filter: /^/, namespace: 'built-in' }, ({ path }) => ({ contents: partsOf(path) }))
    bundle.onLoad({ filter: /^/, namespace: 'built-in whole' }, ({ path }) => ({
      contents: `module.exports = ${wholeOf(path)}`,
    }))
  },
}

/** By how it is asked for; what is loaded when it is needed is loaded as ever. */
const namespaces: ReadonlyMap<string, string> = new Map([
  ['import-statement', 'built-in'],
  ['require-call', 'built-in whole'],
])

const wholeOf = (path: string): string => `process.getBuiltinModule(${JSON.stringify(path)})`

const require = createRequire(import.meta.url)

/** A module whose parts are read where they are used. */
function partsOf(path: string): string {
  const names = Object.getOwnPropertyNames(require(path)).filter((name) => /^[A-Za-z]\w*$/.test(name))
  const parts = names.map((name) => `const ${name}_ = /* @__PURE__ */ (() => whole.${name})()`)
  const exports = names.map((name) => `${name}_ as ${name}`)
  return [
    `const whole = /* @__PURE__ */ ${wholeOf(path)}`,
    ...parts,
    `export { whole as default, ${exports.filter((name) => !name.endsWith(' default')).join(', ')} }`,
  ].join('\n')
}
