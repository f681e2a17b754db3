import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

const cwd = temporaryFolder()
const form = { name: 'Survey for ${customer}', steps: [] }
writeFileSync(join(cwd, 'spec.yaml'), JSON.stringify(form))

// The help on the notation of YAML would not help here, and examples in YAML are named so; all other help holds for JSON, too.
test.each([
  ['[{"customer": "x" "b": "y"}]', 'yaml-comma', 'a comma between two entries'],
  ['[{"customer": "x"', 'yaml-bracket', 'Add "]"'],
  ['[{"a": "x", "a": "y"}]', 'yaml-duplicate-key', 'remove one of them'],
  ['- {"a": "x"}\n-{"a": "y"}', 'yaml-syntax', 'JSON has no comments'],
  ['[{"a": *x}]', 'yaml-alias', 'Put texts and keys in double quotes'],
  ['[{"a": @x}]', 'yaml-start', 'Put texts and keys in double quotes'],
  ['{"a": "x"}', 'rows-shape', 'In YAML: '],
  ['[{"a": "x"}, // first\n{"a": "y"}]', 'yaml-', 'JSON has no comments'],
])('help for rows of JSON speaks JSON where that of YAML would mislead: %s', async (rows, code, help) => {
  writeFileSync(join(cwd, 'rows.json'), rows)
  const argv = ['forms', 'generate', 'spec.yaml', '--each', 'rows.json', '--dry-run', '-o', 'json']
  const { exit, stderr } = await runInProcess({ argv, cwd })
  expect(exit).toBe(1)
  const { files } = JSON.parse(stderr.split('\n')[0] ?? '') as Report
  const found = files.find(({ file }) => file === 'rows.json')?.findings ?? []
  expect(found.map((finding) => finding.code).join()).toContain(code)
  expect(found.map((finding) => finding.help).join()).toContain(help)
})

type Report = {
  readonly files: readonly {
    readonly file: string
    readonly findings: readonly { readonly code: string; readonly help?: string }[]
  }[]
}
