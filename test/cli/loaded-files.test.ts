import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/test-host.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a command, and prints the files of `src/` that it loads on stderr, behind all else. */
const program = `
import { registerHooks } from 'node:module'
const sources = ${JSON.stringify(pathToFileURL(join(root, 'src/')).href)}
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    if (url.startsWith(sources)) loaded.add(url.slice(sources.length))
    return next(url, context)
  },
})
process.on('exit', () => console.error('\\n' + JSON.stringify([...loaded])))
const { start } = await import(sources + 'cli/main.ts')
await start()
`

function filesLoadedBy(words: readonly string[]): readonly string[] {
  const home = temporaryFolder()
  const script = join(home, 'run.mjs')
  writeFileSync(script, program)
  const options = { cwd: home, env: { HOME: home }, encoding: 'utf8' } as const
  const { stderr } = spawnSync(process.execPath, [script, ...words], options)
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')
}

// What a command loads is what its user waits for: an import of a large room would be easy to overlook.
test.each([
  ['export', 100],
  ['stats', 150],
])('responses %s of a saved reply loads at most %d files, and neither rules nor a client', (command, max) => {
  const from = join(root, 'fixtures/responses/every-type.json')
  const loaded = filesLoadedBy(['responses', command, '--from', from])
  expect(loaded).toContain('responses/saved-reply.ts')
  expect(loaded.filter((file) => /^(?:form\/(?:types|rules)|authoring|client|server)\//.test(file))).toEqual(
    [],
  )
  expect(loaded.length).toBeLessThanOrEqual(max)
})
