import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

/** A saved reply with one number a response; `numbers` are JSON. */
function folder(numbers: readonly string[], name = 'Name'): string {
  const cwd = temporaryFolder()
  const records = numbers.map(
    (value, n) =>
      `{"id":"r${n}","data":[{"questionId":"q0","response":{"type":"ShortInput","headline":"${name}","value":"=Ada"}},` +
      `{"questionId":"q1","response":{"type":"Rating","headline":"N","value":${value}}}]}`,
  )
  writeFileSync(join(cwd, 'r.json'), `{"data":[${records.join()}]}`)
  return cwd
}

const exporting = (cwd: string, ...words: readonly string[]): Promise<Ran> =>
  runInProcess({
    cwd,
    argv: ['responses', 'export', '--from', 'r.json', '--columns', 'id,Name,N', ...words],
  })

const numbers = ['1', '2.5', '-0.25', '123456789012345', '12345678901234567', '0.1234567890123456789']

describe('--for excel', () => {
  test('writes a byte order mark, CRLF, guarded formulas and numbers whose digits Excel would lose as text', async () => {
    const { stdout, stderr } = await exporting(folder(numbers), '--for', 'excel')
    expect(stdout).toBe(
      '\uFEFFid,Name,N\r\n' +
        "r0,'=Ada,1\r\nr1,'=Ada,2.5\r\nr2,'=Ada,-0.25\r\nr3,'=Ada,123456789012345\r\n" +
        "r4,'=Ada,'12345678901234567\r\nr5,'=Ada,'0.1234567890123456789\r\n",
    )
    expect(stderr).toContain('2 numbers written as text: Excel would round them to 15 digits.\n')
    expect(stderr).toContain("6 cells would run as a formula in a spreadsheet, so a ' is put before each")
  })

  test('has decimal commas where semicolons separate the cells', async () => {
    const { stdout } = await exporting(folder(numbers), '--for', 'excel', '--delimiter', ';')
    expect(stdout.split('\r\n').slice(1, 4)).toEqual(["r0;'=Ada;1", "r1;'=Ada;2,5", "r2;'=Ada;-0,25"])
  })

  test('has them also in texts of a column that holds numbers alone', async () => {
    const { stdout } = await exporting(folder(['"2.5"', '"3"']), '--for', 'excel', '--delimiter', ';')
    expect(stdout).toContain("r0;'=Ada;2,5\r\n")
  })

  test('leaves points alone in a column of texts', async () => {
    const { stdout } = await exporting(folder(['"2.5"', '"v3.1"']), '--for', 'excel', '--delimiter', ';')
    expect(stdout).toContain("r0;'=Ada;2.5\r\n")
  })

  test.each([
    ['--line-end lf', "\uFEFFid,Name,N\nr0,'=Ada,2.5\n"],
    ['--formulas raw', '\uFEFFid,Name,N\r\nr0,=Ada,2.5\r\n'],
    ['--delimiter |', "\uFEFFid|Name|N\r\nr0|'=Ada|2.5\r\n"],
    ['--bom', "\uFEFFid,Name,N\r\nr0,'=Ada,2.5\r\n"],
    ['--format tsv', "\uFEFFid\tName\tN\r\nr0\t'=Ada\t2.5\r\n"],
    ['--format tsv --delimiter \\t', "\uFEFFid\tName\tN\r\nr0\t'=Ada\t2.5\r\n"],
  ])('with %s follows the explicit option', async (words, table) => {
    const { stdout } = await exporting(folder(['2.5']), '--for', 'excel', ...words.split(' '))
    expect(stdout).toBe(table)
  })

  test('tells the codebook of decimal commas', async () => {
    const cwd = folder(['2.5'])
    await exporting(cwd, '--for', 'excel', '--delimiter', ';', '--out', 'a.csv', '--codebook', 'b.json')
    const { resources } = JSON.parse(readFileSync(join(cwd, 'b.json'), 'utf8'))
    expect(resources[0].dialect).toMatchObject({ delimiter: ';', lineTerminator: '\r\n' })
    expect(resources[0].schema.fields[2]).toMatchObject({ name: 'N', type: 'number', decimalChar: ',' })
    expect(resources[0].schema.fields[0]).not.toHaveProperty('decimalChar')
  })
})
