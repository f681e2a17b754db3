import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../support/csv.ts'
import { many, oneOf, randomOf, times } from '../support/random.ts'
import { answerTo, folderWith, readIn, replyWith, responseOf, responses } from '../support/responses.ts'

/** Why a program cannot be tried here; in CI that is a failure. */
function missing(program: string): string | undefined {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' })
    return undefined
  } catch {
    if (process.env['FORMCTL_REQUIRE_ALL'] === '1')
      throw new Error(`FORMCTL_REQUIRE_ALL=1, but there is no ${program}.`)
    return `there is no ${program}`
  }
}

const random = randomOf(37)
const odd = `It's "odd": $x \`y' \\ 日本 */ /* // ; , end.`
const countries = ['France', 'Österreich', odd, '=1+1', 'two\nlines', 'x'.repeat(300)]
const colours = ['red', 'green; blue', odd]
const texts = [
  '',
  'plain',
  ' "quoted", with\r\ntwo lines',
  'a\n\n\nb',
  "'",
  'ü'.repeat(200),
  '-1+1',
  'NA',
  '.',
]

type Person = {
  readonly age: number | undefined
  readonly weight: number | undefined
  readonly day: string | undefined
  readonly met: string | undefined
  /** An option, or what was typed as "Other". */
  readonly country: string | undefined
  readonly colours: readonly string[]
  readonly text: string
  readonly agrees: boolean
}

const maybe = <T>(value: T): T | undefined => (random() < 0.2 ? undefined : value)
const people = times(400, (i): Person => ({
  age: maybe(many(random, 0, 99)),
  weight: maybe(many(random, -9999, 9999) / 8),
  day: maybe(`20${many(random, 10, 29)}-0${many(random, 1, 9)}-${many(random, 10, 28)}`),
  met: maybe(
    `2026-0${many(random, 1, 9)}-1${many(random, 0, 9)}T${oneOf(random, ['00:30:00Z', '23:05:09.250+05:30', '09:59:59-08:00'])}`,
  ),
  country: maybe(oneOf(random, [...countries, `typed ${i}`])),
  colours: colours.filter(() => random() < 0.5),
  text: oneOf(random, texts),
  agrees: random() < 0.5,
}))

const records = people.map(({ age, weight, day, met, country, agrees, text, ...person }, i) => {
  const isOption = country !== undefined && countries.includes(country)
  const dropdown = isOption
    ? { selected: country, selectedOther: false }
    : { selectedOther: true, other: country }
  const data = [
    ...(age === undefined ? [] : [answerTo('a=What is your age?', age, 'Number')]),
    ...(weight === undefined ? [] : [answerTo('w=Weight', weight, 'Number')]),
    ...(day === undefined ? [] : [answerTo('d=Day', day, 'Date')]),
    ...(met === undefined ? [] : [answerTo('m=When did you meet?', met)]),
    ...(country === undefined ? [] : [answerTo(`c=Country ${odd}`, dropdown, 'Dropdown')]),
    answerTo(
      'l=Colours',
      { choices: colours.map((key) => ({ key, value: person.colours.includes(key) })) },
      'MultipleOptionsQuestion',
    ),
    answerTo('t=Text', text),
    answerTo('g=Agrees', agrees, 'Consent'),
  ]
  return responseOf({}, { id: `r${i}`, finished: true, data })
})

const average = (values: readonly (number | undefined)[]): number => {
  const known = values.filter((value) => value !== undefined)
  return known.reduce((sum, value) => sum + value, 0) / known.length
}
const countOf = (labels: readonly (string | undefined)[]): Record<string, number> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(labels, (label) => label ?? ''),
      ([label, same]) => [label, same.length],
    ),
  )
/** A label as programs have it: on one line, and cut. */
const labelOf = (text: string, most: number): string => text.replaceAll('\n', ' ').slice(0, most)

/** What the answers say, with labels of values that are that long at most. */
function expected(most: number): object {
  const chose = people.filter((person) => person.colours.length > 0)
  return {
    rows: people.length,
    age: average(people.map(({ age }) => age)).toFixed(6),
    weight: average(people.map(({ weight }) => weight)).toFixed(6),
    days: average(people.map(({ day }) => (day ? Date.parse(day) / 86_400_000 : undefined))).toFixed(6),
    met: average(people.map(({ met }) => (met ? Date.parse(met) / 1000 : undefined))).toFixed(3),
    countries: countOf(
      people.map(
        ({ country }) => country && (countries.includes(country) ? labelOf(country, most) : 'Other'),
      ),
    ),
    colours: colours.map((one) =>
      average(chose.map((person) => (person.colours.includes(one) ? 1 : 0))).toFixed(6),
    ),
    agrees: countOf(people.map(({ agrees }) => (agrees ? 'yes' : 'no'))),
    texts: people.filter(({ text }) => text !== '').length,
  }
}

/** Exports the responses, has the program run the codebook and further lines, and returns the folder. */
async function ran(codebook: string, line: string, more: string): Promise<string> {
  const cwd = folderWith({ 'reply.json': replyWith(records) })
  expect(await responses(`export --from reply.json --codebook ${codebook} ${line}`, { cwd })).toMatchObject({
    exit: 0,
  })
  appendFileSync(join(cwd, codebook), more)
  const isR = codebook.endsWith('R')
  const [program, args] = isR ? ['Rscript', [codebook]] : ['pspp', ['-o', 'shown.csv', codebook]]
  execFileSync(program, args, { cwd, stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  return cwd
}

const lines = [
  '--out data.csv',
  '--out data.tsv --bom --line-end crlf --formulas raw',
  '--out data.csv --delimiter ; --multi columns',
  '--out data.tsv --multi columns --formulas raw --bom',
]
const tickNames = ['colours_red', 'colours_green_blue', 'colours_it_s_odd_x_y_end']
const country = 'country_it_s_odd_x_y_end'

/** The columns of a file with a header. */
function columnsIn(cwd: string, name: string): (column: string) => readonly string[] {
  const [header = [], ...rows] = parseCsv(readIn(cwd, name))
  return (column) => {
    expect(header).toContain(column)
    return rows.map((row) => row[header.indexOf(column)] ?? '')
  }
}

const numbersIn = (cells: readonly string[]): readonly (number | undefined)[] =>
  cells.map((text) => (text.trim() === '' || text === 'NA' ? undefined : Number(text)))
const meanIn = (cells: readonly string[], digits = 6): string => average(numbersIn(cells)).toFixed(digits)

const noPspp = missing('pspp')
describe.skipIf(noPspp !== undefined)(`PSPP${noPspp ? `, if ${noPspp}` : ''}`, () => {
  test.each(lines)('reads means and counts of labels as the answers have them: %s', async (line) => {
    const save = (out: string, cells: string, keep: readonly string[]): string =>
      `SAVE TRANSLATE /OUTFILE='${out}' /TYPE=CSV /FIELDNAMES /CELLS=${cells} /REPLACE /KEEP=${keep.join(' ')}.\n`
    const ticks = line.includes('columns') ? tickNames : []
    const cwd = await ran(
      'labels.sps',
      line,
      [
        'DISPLAY LABELS.\n',
        'FORMATS when_did_you_meet what_is_your_age weight day (F20.4).\n',
        save('values.csv', 'VALUES', [
          'what_is_your_age',
          'weight',
          'day',
          'when_did_you_meet',
          'text',
          ...ticks,
        ]),
        save('labels.csv', 'LABELS', [country, 'agrees']),
      ].join(''),
    )
    const shown = readIn(cwd, 'shown.csv')
    expect(shown).not.toMatch(/warning|error/i)
    expect(shown).toContain(`Country ${odd}`.replaceAll('"', '""'))
    const [values, labels] = [columnsIn(cwd, 'values.csv'), columnsIn(cwd, 'labels.csv')]
    // SPSS counts seconds from the beginning of its calendar.
    const begin = Date.UTC(1582, 9, 14) / 1000
    const seconds = numbersIn(values('when_did_you_meet')).map((value) => value && value + begin)
    expect({
      rows: labels('agrees').length,
      age: meanIn(values('what_is_your_age')),
      weight: meanIn(values('weight')),
      days: average(numbersIn(values('day')).map((value) => value && (value + begin) / 86_400)).toFixed(6),
      met: average(seconds).toFixed(3),
      countries: countOf(labels(country).map((text) => text.trim())),
      colours: ticks.map((name) => meanIn(values(name))),
      agrees: countOf(labels('agrees')),
      texts: values('text').filter((text) => text.trim() !== '').length,
    }).toEqual({ ...expected(120), ...(ticks.length === 0 && { colours: [] }) })
  })
})

const noR = missing('Rscript')
describe.skipIf(noR !== undefined)(`R${noR ? `, if ${noR}` : ''}`, () => {
  test.each(lines)('reads means and counts of labels as the answers have them: %s', async (line) => {
    const cwd = await ran(
      'labels.R',
      line,
      `stopifnot(attr(responses$what_is_your_age, "label") == "What is your age?")
       responses$day <- as.numeric(responses$day)
       responses$when_did_you_meet <- as.numeric(responses$when_did_you_meet)
       write.csv(responses, "values.csv", row.names = FALSE, na = "", quote = TRUE)\n`,
    )
    const values = columnsIn(cwd, 'values.csv')
    const ticks = line.includes('columns') ? tickNames : []
    expect({
      rows: values('id').length,
      age: meanIn(values('what_is_your_age')),
      weight: meanIn(values('weight')),
      days: meanIn(values('day')),
      met: meanIn(values('when_did_you_meet'), 3),
      countries: countOf(values(country)),
      colours: ticks.map((name) => meanIn(values(name))),
      agrees: countOf(values('agrees')),
      texts: values('text').filter((text) => text !== '').length,
    }).toEqual({ ...expected(1000), ...(ticks.length === 0 && { colours: [] }) })
  })

  test('reads rows that are empty', async () => {
    const cwd = await ran(
      'labels.R',
      '--out data.csv --columns Weight',
      'write.csv(responses, "values.csv", row.names = FALSE, na = "none")\n',
    )
    const none = people.filter(({ weight }) => weight === undefined).length
    expect(columnsIn(cwd, 'values.csv')('weight').filter((text) => text === 'none')).toHaveLength(none)
  })
})
