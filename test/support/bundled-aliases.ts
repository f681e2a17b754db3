import { registerHooks } from 'node:module'

/** Puts in place of a package what the bundle has there: see `alias` in `.ci/build.ts`. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'string-width'
      ? { url: new URL('../../src/cli/terminal/string-width.cjs', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})
