import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rowFaults } from '../../../src/authoring/faults.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const folder = resolve('fixtures/rows')
const codes = readdirSync(folder)

async function run(command: 'apply' | 'generate', code: string, part: 'bad' | 'good'): Promise<Ran> {
  const cwd = join(folder, code)
  const file = readdirSync(cwd).find((name) => name.startsWith(`${part}.`)) ?? ''
  const options = ['--dry-run', '--strict', '--source-form', 's']
  return runInProcess({ argv: ['forms', command, 'spec.yaml', '--each', file, ...options], cwd })
}

test('every code of rows has its fixture', () => {
  // A file of more than a thousand rows is not kept; limits.test.ts makes one.
  const kept = Object.keys(rowFaults).filter((code) => code !== 'rows-limit')
  expect(codes.toSorted()).toEqual(kept.toSorted())
})

// The reports are rewritten by `npx vitest run test/authoring/variables/fixtures.test.ts -u`: read them before they are kept.
test.each(codes)('%s: reported as it reads best, and nothing else with it', async (code) => {
  const { exit, stdout, stderr } = await run('apply', code, 'bad')
  const report = stderr.replace(/error\[spec-findings\]: .*\n$/, '')
  await expect(report).toMatchFileSnapshot(join(folder, code, 'report.txt'))
  const said = Array.from(report.matchAll(/^(?:error|warning|note)\[(.+?)\]/gm), ([, saidCode]) => saidCode)
  expect([exit, stdout, new Set(said)]).toEqual([1, '', new Set([code])])
})

test.each(codes)('%s: its mended rows are forms, each with its texts', async (code) => {
  const { exit, stdout, stderr } = await run('generate', code, 'good')
  expect(exit).toBe(0)
  expect(stderr).toMatch(/^\d+ forms? from the rows of good\.\w+:\n/)
  expect(JSON.parse(`[${stdout.replaceAll(/^}\n{/gm, '},\n{')}]`)).toMatchObject([
    {
      name: 'Survey for Acme',
      steps: [{ components: [{ content: { question: 'How do you like Anvils?' } }, {}] }, {}],
    },
    { name: 'Survey for Beta, Inc.', steps: [{}, {}] },
  ])
})
