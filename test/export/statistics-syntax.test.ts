import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appliedVersions, applyEnv, specWith } from '../support/applying.ts'
import { parseCsv } from '../support/csv.ts'
import { syntaxFor } from '../../src/export/files/statistics-syntax.ts'
import {
  answerTo,
  folderWith,
  readIn,
  replyWith,
  responseOf,
  responses,
  savedReply,
} from '../support/responses.ts'
import { runInProcess } from '../support/test-host.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const endings = ['sps', 'do', 'R'] as const

/** The programs of an export, and what it said. */
async function exported(reply: string, line = '', out = 'data.csv') {
  const cwd = folderWith({ 'reply.json': reply })
  const run = async (ending: string): Promise<string> => {
    const words = `export --from reply.json --out ${out} --force --codebook labels.${ending} ${line}`
    expect(await responses(words, { cwd })).toMatchObject({ exit: 0 })
    return readIn(cwd, `labels.${ending}`)
  }
  return { cwd, sps: await run('sps'), do: await run('do'), R: await run('R') }
}

const dropdown = (selected: string): object => ({ type: 'Dropdown', selected })
const other = (typed: string): object => ({ type: 'Dropdown', selectedOther: true, other: typed })
const boxes = (...chosen: readonly string[]): object => ({
  type: 'MultipleOptionsQuestion',
  choices: ['red', 'blue'].map((key) => ({ key, value: chosen.includes(key) })),
})

describe('a program for statistics', () => {
  test.each([
    ['columns', '--multi columns'],
    ['relational', '--layout relational'],
  ])('has labels for every component: %s', async (style, line) => {
    const texts = await exported(readIn(fixtures, 'responses/every-type.json'), line)
    for (const ending of endings)
      await expect(texts[ending]).toMatchFileSnapshot(
        join(fixtures, `statistics/every-type.${style}.${ending}`),
      )
  })

  test.each([
    ['--multi joined', "IF (v14 = 'Pie') dish = 1.", `v14 == "Pie"`, 'raw[[14]] %in% "Pie"'],
    ['--multi columns', "IF (v14 = '1') dish = 1.", `v14 == "1"`, 'raw[[14]] %in% "1"'],
  ])('numbers single choices in order, and "Other" after them: %s', async (line, sps, stata, r) => {
    const reply = savedReply(
      { 'd=Dish': dropdown('Pie') },
      { 'd=Dish': dropdown('Soup') },
      { 'd=Dish': other('x') },
    )
    const texts = await exported(reply, line)
    expect(texts.sps).toContain(sps)
    expect(texts.sps).toContain("IF (v14 <> '') dish = 3.")
    expect(texts.sps).toContain("VALUE LABELS dish\n  1 'Pie'\n  2 'Soup'\n  3 'Other'\n.")
    expect(texts.do).toContain(`generate dish = cond(v14 == "", ., 3)\nreplace dish = 1 if ${stata}\n`)
    expect(texts.R).toContain(`responses$dish[${r}] <- 1\n`)
    expect(texts.R).toContain('levels = c(1, 2, 3), labels = c("Pie", "Soup", "Other"))')
  })

  test('leaves choices as they are where several can be chosen, or where only some options are columns', async () => {
    const several = savedReply(
      { 'd=Dish': { type: 'Dropdown', selected: ['Pie'] } },
      { 'd=Dish': dropdown('Soup') },
    )
    expect((await exported(several, '--multi columns')).sps).toContain(
      "VALUE LABELS dish_pie\n  0 'not chosen'\n  1 'chosen'\n.",
    )
    const one = savedReply({ 'd=Dish': dropdown('Pie') }, { 'd=Dish': dropdown('Soup') })
    const some = await exported(one, "--multi columns --columns 'id,Dish: Soup'")
    expect(some.sps).toContain('VALUE LABELS dish_soup')
    expect(some.sps).not.toContain('dish =')
    expect((await exported(savedReply({ 'b=Box': boxes('red') }))).R).toContain('responses$box <- raw[[14]]')
  })

  test('names the ends of a scale, and options that nobody chose, where the spec is known', async () => {
    const here = await appliedVersions(
      specWith(
        '{ type: OpinionScale, content: { question: "Likely?", preset: nps } }',
        '{ type: Dropdown, content: { question: "Dish?", options: [Soup, Pie, Fish] } }',
        '{ type: Dropdown, content: { question: "Drinks?", options: [Tea, Milk], isMulti: true } }',
      ),
    )
    const data = [answerTo('l=Likely?', 9, 'OpinionScale'), answerTo('d=Dish?', dropdown('Pie'), 'Dropdown')]
    here.write('reply.json', replyWith([responseOf({}, { formId: 'f1', finished: true, data })]))
    const line = 'export --from reply.json --form f1 --out a.csv --multi columns --codebook a.sps'
    expect(await responses(line, { cwd: here.cwd, env: applyEnv })).toMatchObject({ exit: 0 })
    const text = readIn(here.cwd, 'a.sps')
    expect(text).toContain("VALUE LABELS likely\n  0 'Not at all likely'\n  10 ")
    expect(text).toContain("VALUE LABELS dish\n  1 'Soup'\n  2 'Pie'\n  3 'Fish'\n.")
    expect(text).toContain('VALUE LABELS drinks_tea\n')
  })

  test('gives times in UTC, or by the clock of --timezone', async () => {
    const reply = savedReply({ 'm=Met': '2026-03-01T10:00:00+01:00' }, { 'm=Met': '2026-03-01T09:00:00Z' })
    const [utc, local] = [await exported(reply), await exported(reply, '--timezone Europe/Berlin')]
    expect(utc.sps).toContain('COMPUTE met = met - NUMBER(')
    expect(utc.do).toContain('replace met = met - cond(')
    expect(utc.R).toContain('tz = "UTC"')
    expect(local.sps + local.do).not.toMatch(/met = met -/)
    expect(local.R).toContain('tz = "Europe/Berlin"')
  })

  test('keeps as text what it could not read: times in rare spellings, and numbers of more digits than it has', async () => {
    const { sps } = await exported(
      savedReply({ 'm=Met': '2026-03-01T09Z', 'n=Long': { value: 5 } }).replace(':5}', ':9007199254740993}'),
    )
    expect(sps).toContain('MISSING VALUES met (')
    expect(sps).toContain('MISSING VALUES long_ (')
  })

  test('spaces stand for line breaks in cells only for SPSS, which reads each line as a row', async () => {
    const reply = savedReply({ 'c=Comment': 'one\r\ntwo\nthree', 'd=Dish': dropdown('Pie\nor cake') })
    const cwd = folderWith({ 'reply.json': reply })
    const run = (ending: string): ReturnType<typeof responses> =>
      responses(`export --from reply.json --out ${ending}.csv --codebook labels.${ending}`, { cwd })
    expect((await run('sps')).stderr).toContain(
      'Line breaks in 2 cells written as spaces: SPSS reads each line as a row.\n',
    )
    expect(parseCsv(readIn(cwd, 'sps.csv'))[1]?.slice(-2)).toEqual(['one  two three', 'Pie or cake'])
    expect(readIn(cwd, 'labels.sps')).toContain("IF (v15 = 'Pie or cake') dish = 1.")
    expect((await run('R')).stderr).not.toContain('Line breaks')
    expect(parseCsv(readIn(cwd, 'R.csv'))[1]?.slice(-2)).toEqual(['one\r\ntwo\nthree', 'Pie\nor cake'])
    expect(readIn(cwd, 'labels.R')).toContain(String.raw`raw[[15]] %in% "Pie\nor cake"`)
  })

  test('cells that a spreadsheet would run are recognised with the sign before them', async () => {
    const reply = savedReply({ 'd=Dish': dropdown('=1+1') })
    expect((await exported(reply)).sps).toContain("IF (v14 = '''=1+1') dish = 1.")
    expect((await exported(reply, '--formulas raw')).sps).toContain("IF (v14 = '=1+1') dish = 1.")
  })
})

/** The texts that literals stand for, by an independent reading of the rules of each program. */
const decode = {
  sps: (literal: string): string =>
    Array.from(literal.matchAll(/'((?:[^']|'')*)'/g), ([, part = '']) => part.replaceAll("''", "'")).join(''),
  do: (literal: string): string =>
    Array.from(literal.matchAll(/"([^"`$\\]*)"|uchar\((\d+)\)/g), ([, part, code]) =>
      code === undefined ? (part ?? '') : String.fromCodePoint(Number(code)),
    ).join(''),
  R: (literal: string): string => JSON.parse(literal),
}

describe('labels from forms', () => {
  const anything = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...Array.from('"\'`$\\*/.#{}\n\r\t\u0000\u0085\u2028=;,')),
      fc.constantFrom('ü', '日', '😀', 'a', 'b', ' '),
    ),
    maxLength: 300,
  })

  test('stay whole in each program, whatever their characters are, and are cut only between two', () => {
    fc.assert(
      fc.property(anything, anything, (label, option) => {
        const codes = [{ value: 1, label: option, text: option }]
        const variable = { name: 'q', header: label, label, type: 'code', column: 0, codes } as const
        const table = { name: 'responses', path: 'a.csv', delimiter: ',', bom: false, zone: undefined }
        const text = (program: 'spss' | 'stata' | 'r'): string =>
          syntaxFor(program, [{ ...table, widths: [300], variables: [variable], isOnly: true }])
        const found = (syntax: string, mark: RegExp): string => mark.exec(syntax)?.[1] ?? ''
        const onOneLine = (given: string): string => given.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
        const [sps, stata, r] = [text('spss'), text('stata'), text('r')]
        const labels = {
          sps: decode.sps(found(sps, /VARIABLE LABELS q (.*?)\.\nVALUE LABELS/s)),
          do: decode.do(found(stata, /(?:st_varlabel\("q", |label variable q )(.*?)\)?\n/)),
          R: decode.R(found(r, /"label"\) <- (.*)\n/)),
        }
        const whole = onOneLine(label)
        expect(labels.R).toBe(whole)
        expect(Array.from(labels.do)).toEqual(Array.from(whole).slice(0, 80))
        expect(whole.startsWith(labels.sps)).toBe(true)
        const next = Array.from(whole.slice(labels.sps.length))[0] ?? 'x'.repeat(300)
        expect(Buffer.byteLength(labels.sps)).toBeLessThanOrEqual(256)
        expect(Buffer.byteLength(labels.sps + next)).toBeGreaterThan(256)
        // Cells are compared with what the file holds.
        expect(decode.do(found(stata, / if v1 == ([^\n]*)\n/))).toBe(option)
        expect(decode.R(found(r, /%in% ("[^\n]*")\] <- 1\n/))).toBe(option.replaceAll('\0', ''))
        expect(decode.sps(found(sps, /IF \(v1 = (.*?)\) q = 1\.\n/s))).toBe(option.replaceAll(/[\r\n]/g, ' '))
        // Nothing but comments and literals holds what an author wrote.
        for (const line of stata.split('\n').filter((one) => !one.startsWith('*')))
          expect(line.replaceAll(/"[^"`$\\]*"/g, '')).not.toMatch(/["`$\\ü日]/)
        expect(sps.split('\n').filter((line) => line.startsWith('/*'))).toHaveLength(1)
      }),
    )
  })

  test('values have labels of 120 bytes in SPSS', async () => {
    const { sps } = await exported(savedReply({ 'd=Dish': dropdown('日'.repeat(50)) }))
    const label = decode.sps(/VALUE LABELS dish\n  1 (.*?)\n\.\n/s.exec(sps)?.[1] ?? '')
    expect(label).toBe('日'.repeat(40))
    expect(Math.max(...sps.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(256)
  })
})

test('names are short, unique, and no words of the programs', async () => {
  const headlines = [
    'v14',
    'Eq',
    'long',
    'Größe',
    '日本',
    `${'Long '.repeat(20)}a`,
    `${'Long '.repeat(20)}b`,
    '1st',
    'Größe?',
  ]
  const texts = await exported(
    savedReply(Object.fromEntries(headlines.map((one, i) => [`q${i}=${one}`, 'x']))),
  )
  const names = {
    sps: Array.from(texts.sps.matchAll(/^VARIABLE LABELS (\S+) /gm), ([, name = '']) => name),
    do: Array.from(texts.do.matchAll(/^label variable (\S+) /gm), ([, name = '']) => name),
    R: Array.from(texts.R.matchAll(/^attr\(responses\$(\S+), "label"\)/gm), ([, name = '']) => name),
  }
  for (const [ending, max] of [
    ['sps', 64],
    ['do', 32],
    ['R', 64],
  ] as const) {
    expect(new Set(names[ending]).size).toBe(13 + headlines.length)
    for (const name of names[ending]) expect(name).toMatch(new RegExp(`^[a-z]\\w{0,${max - 1}}$`))
  }
  expect(names.do.slice(13)).toEqual([
    'v14_',
    'eq_',
    'long_',
    'grosse',
    expect.stringMatching(/^q_/),
    'long_long_long_long_long_long_lo',
    'long_long_long_long_long_long__2',
    'q_1st',
    'grosse_2',
  ])
  expect(texts.do).toContain('* grosse: column 17, Größe\n')
})

test.each([
  ["it's.csv", 'labels.sps', "/FILE='it''s.csv' "],
  ['data/a.tsv', 'labels.R', 'read.csv("data/a.tsv", sep = "\\t"'],
  ['a.csv', 'data/labels.do', 'using "../a.csv", clear delimiters(",")'],
  ['a.tsv', 'labels.do', 'using "a.tsv", clear delimiters(tab)'],
])('%s is found from the folder of %s', async (out, codebook, words) => {
  const cwd = folderWith({ 'reply.json': savedReply({ q: 'x' }) })
  mkdirSync(join(cwd, 'data'))
  const argv = ['responses', 'export', '--from', 'reply.json', '--out', out, '--codebook', codebook]
  expect(await runInProcess({ argv, cwd })).toMatchObject({ exit: 0 })
  expect(readIn(cwd, codebook)).toContain(words)
})
