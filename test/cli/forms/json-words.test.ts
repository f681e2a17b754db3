import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

const cwd = temporaryFolder()
mkdirSync(join(cwd, 'forms'))
const ofYaml = /YAML|\bdash|"- |a line\b|below it|to the (left|right)|"\w+: |"\w+:"|\(#\)|Between brackets/

const form = { name: 'Survey for ${customer}', steps: [] }
writeFileSync(join(cwd, 'spec.yaml'), JSON.stringify(form))

test.each([
  ['{"customer": "x"}', 'rows-shape', 'Write [ and ] around the rows'],
  ['["x"]', 'variable-value', 'as in {"customer": "Acme"}'],
  ['[{"customer": [["a"]]}]', 'variable-value', 'Write a text between double quotes, or a number'],
  ['[{"customer": "x" "b": "y"}]', 'yaml-comma', 'Put one comma between two entries'],
  ['[{"customer": "x"', 'yaml-bracket', 'Add the } or ]'],
  ['[{"customer": "x, "b": 1}]', 'yaml-comma', 'Put one comma'],
  ['[{"a": "x", "a": "y"}]', 'yaml-duplicate-key', 'begin the next object with }, {'],
  ['- {"a": "x"}\n-{"a": "y"}', 'yaml-syntax', 'double quotes'],
  ['[{"a": *x}]', 'yaml-alias', 'double quotes'],
  ['[{"a": @x}]', 'yaml-start', 'double quotes'],
  ['// rows\n[{"a": "x"}]', 'yaml-', ''],
])('help for rows of JSON speaks JSON: %s', async (rows, code, help) => {
  writeFileSync(join(cwd, 'rows.json'), rows)
  const argv = ['forms', 'generate', 'spec.yaml', '--each', 'rows.json', '--dry-run', '-o', 'json']
  const { exit, stderr } = await runInProcess({ argv, cwd })
  expect(exit).toBe(1)
  const { files } = JSON.parse(stderr.split('\n')[0] ?? '') as Report
  const found = files.find(({ file }) => file === 'rows.json')?.findings ?? []
  expect(found.map((finding) => finding.code).join()).toContain(code)
  expect(found.map((finding) => finding.help).join()).toContain(help)
  for (const finding of found) expect(`${finding.message} ${finding.help}`).not.toMatch(ofYaml)
})

type Report = {
  readonly files: readonly {
    readonly file: string
    readonly findings: readonly { readonly code: string; readonly message: string; readonly help?: string }[]
  }[]
}

test('so does that for specs of JSON, whatever is wrong with them', async () => {
  const folder = resolve('fixtures/specs')
  for (const code of readdirSync(folder)) {
    const document = parseDocument(readFileSync(join(folder, code, 'bad.yaml'), 'utf8'))
    if (document.errors.length === 0 && code !== 'yaml-alias' && code !== 'yaml-cycle')
      writeFileSync(join(cwd, 'forms', `${code}.json`), JSON.stringify(document.toJS(), null, 2))
  }
  const { stdout } = await runInProcess({ argv: ['forms', 'validate', 'forms/*.json', '-o', 'json'], cwd })
  const { files } = JSON.parse(stdout) as Report
  expect(files.length).toBeGreaterThan(30)
  const yaml = files.flatMap(({ findings }) => findings).filter(({ help = '' }) => ofYaml.test(help))
  expect(yaml.map(({ code, help }) => `${code}: ${help}`)).toEqual([])
})
