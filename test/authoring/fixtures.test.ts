import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rules } from '../../src/form/rules/rules.ts'
import { rowFaults, textFaults } from '../../src/authoring/faults.ts'
import { runInProcess } from '../support/test-host.ts'

const folder = resolve('fixtures/specs')
const codes = [...rules.keys(), ...Object.keys(textFaults)]

test('every code has its fixture, and every fixture its code', () => {
  // A file of more than 1 MiB is not kept; limits.test.ts makes one. Rows have fixtures of their own. What a service does not
  // announce, it has to be asked for: known-target.test.ts does.
  const elsewhere = new Set([...Object.keys(rowFaults), 'unannounced-key'])
  expect(readdirSync(folder).toSorted()).toEqual(codes.filter((code) => !elsewhere.has(code)).toSorted())
})

// The reports are rewritten by `npx vitest run test/authoring/fixtures.test.ts -u`: read them before they are kept.
test.each(readdirSync(folder))('%s: reported as it reads best, and nothing else with it', async (code) => {
  const cwd = join(folder, code)
  const { exit, stdout } = await runInProcess({ argv: ['forms', 'validate', 'bad.yaml'], cwd })
  await expect(stdout).toMatchFileSnapshot(join(cwd, 'report.txt'))
  const said = Array.from(stdout.matchAll(/^(error|warning|note)\[(.+?)\]/gm))
  expect(new Set(said.map(([, , saidCode]) => saidCode))).toEqual(new Set([code]))
  expect(exit).toBe(said.some(([, severity]) => severity === 'error') ? 1 : 0)
})

test.each(readdirSync(folder))('%s: its mended form has no findings', async (code) => {
  const ran = await runInProcess({
    argv: 'forms validate good.yaml --strict',
    cwd: join(folder, code),
  })
  expect(ran).toEqual({ exit: 0, stdout: '', stderr: '1 form in 1 file: no problems found.\n' })
})
