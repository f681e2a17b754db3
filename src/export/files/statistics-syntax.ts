/** Programs for SPSS (and PSPP), Stata and R that read exported tables, with labels and codes. */
import type { Variable } from '../../table/table.ts'
import type { StatisticsProgram } from '../formats.ts'

/** A table in a file of its own, whose lines are rows. */
type DataTable = {
  readonly name: string
  /** From the folder in which the program runs, with `/`. */
  readonly path: string
  readonly delimiter: string
  readonly bom: boolean
  /** The zone whose clock its times show; absent: they have offsets of their own, and become times in UTC. */
  readonly zone: string | undefined
  /** The most bytes in the cells of each column. */
  readonly widths: readonly number[]
  readonly variables: readonly Variable[]
  readonly isOnly: boolean
}

type MadeVariable = Variable & {
  /** The name of its cell. */
  readonly from: string
  /** The cells that mean its codes. */
  readonly tests: readonly { readonly value: number; readonly column: number; readonly text: string }[]
}

/** The lines that make a variable of a type, where the cell is not already the variable. */
type ByType = Readonly<Partial<Record<Variable['type'], readonly string[]>>>

/** How the language of a program reads a table. */
type Language = {
  /** The most characters of a name. */
  readonly maxName: number
  readonly comment: (text: string) => string
  readonly begin: (table: DataTable) => readonly string[]
  /** Makes a variable of the cells that were read, and gives it its labels. */
  readonly make: (variable: MadeVariable, table: DataTable) => readonly string[]
  readonly end: (table: DataTable) => readonly string[]
}

/** The text of a program that reads tables. */
export function syntaxFor(program: StatisticsProgram, tables: readonly DataTable[]): string {
  const { maxName, comment, begin, make, end } = languages[program]
  const lines = tables.flatMap((exported) => {
    const table = { ...exported, variables: withNames(exported.variables, maxName) }
    const body = table.variables.flatMap((variable) => {
      // No header ends the comment or begins another.
      const header = labelOf(variable.header, 200).replaceAll(/[*/`]/g, ' ')
      const { name, column: own, codes } = variable
      const tests = codes.flatMap(({ value, text, column = own }) =>
        text === undefined ? [] : [{ value, column, text }],
      )
      const made = make({ ...variable, from: cell(own), tests }, table)
      return ['', comment(`${name}: column ${own + 1}, ${header}`), ...made]
    })
    return [...begin(table), ...body, '', ...end(table)]
  })
  return `${lines.join('\n')}\n`
}

/** Gives each variable a name of its own. Cells are called `v1`, `v2`, … while they are read. */
function withNames(variables: readonly Variable[], max: number): readonly Variable[] {
  const taken = new Set<string>()
  return variables.map((variable) => {
    const base = variable.name.replace(reserved, '$&_')
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : `_${n}`
      const name = base.slice(0, max - end.length) + end
      if (taken.size < taken.add(name).size) return { ...variable, name }
    }
  })
}

/** Words that a program reserves and SQL does not. */
const reserved =
  /^(?:v\d+|eq|ge|gt|le|lt|ne|byte|double|float|int|long|str\d+|strl|repeat|while|function|next|break|inf|na)$/

const inBytes = (text: string): number => Buffer.byteLength(text)

/** A text on one line, cut between two characters where their sizes exceed `max`. */
function labelOf(text: string, max = Infinity, size: (character: string) => number = () => 1): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  let used = 0
  const end = characters.findIndex((character) => (used += size(character)) > max)
  return end < 0 ? line : characters.slice(0, end).join('')
}

const cell = (column: number): string => `v${column + 1}`
const linesIf = (condition: boolean, ...lines: readonly string[]): readonly string[] =>
  condition ? lines : []

/** A literal of SPSS, in parts: a line may have 256 bytes. */
const spssText = (text: string): string =>
  (text.match(/.{1,60}/gsu) ?? ['']).map((part) => `'${part.replaceAll("'", "''")}'`).join(' +\n    ')

const spssFormats: Readonly<Partial<Record<Variable['type'], string>>> = {
  integer: 'F12.0',
  number: 'F16.4',
  date: 'SDATE10',
}

/** Labels of variables have at most 256 bytes, of values 120, and strings 32,767. The file has no cell of several lines. */
const spss: Language = {
  maxName: 64,
  comment: (text) => `/* ${text} */`,
  begin: ({ path, delimiter, widths, variables }) => [
    '* Encoding: UTF-8.',
    'SET DECIMAL=DOT.',
    `GET DATA /TYPE=TXT /FILE=${spssText(path)} /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /FIRSTCASE=2`,
    `  /DELIMITERS=${delimiter === '\t' ? String.raw`'\t'` : spssText(delimiter)} /QUALIFIER='"' /VARIABLES=`,
    ...widths.map((width, at) => {
      const direct = variables.find(({ column, type }) => column === at && type !== 'code' && type !== 'time')
      // There is space for the `'` of a guarded cell, and for the offset of a time.
      const format = (direct && spssFormats[direct.type]) ?? `A${Math.min(width + 6, 32_767)}`
      return `    ${direct?.name ?? cell(at)} ${format}`
    }),
    '.',
  ],
  make: ({ name, type, from, label, codes, tests, other }, { zone }) => {
    const size = `LENGTH(RTRIM(${from}))`
    const made: ByType = {
      time: [
        `IF (SUBSTR(${from},${size},1) = 'Z') ${from} = CONCAT(SUBSTR(${from},1,${size}-1),'+00:00').`,
        `COMPUTE ${name} = NUMBER(SUBSTR(${from},1,10),SDATE10) + NUMBER(SUBSTR(${from},12,${size}-17),TIME20).`,
        ...linesIf(!zone, `COMPUTE ${name} = ${name} - NUMBER(SUBSTR(${from},${size}-5,6),TIME6).`),
        `FORMATS ${name} (DATETIME20).`,
      ],
      code: [
        `COMPUTE ${name} = $SYSMIS.`,
        ...linesIf(other !== undefined, `IF (${from} <> '') ${name} = ${other}.`),
        ...tests.map(
          ({ value, text, column: at }) =>
            `IF (${cell(at)} = ${spssText(text.replaceAll(/[\r\n]/g, ' '))}) ${name} = ${value}.`,
        ),
        `FORMATS ${name} (F4.0).`,
      ],
    }
    return [
      ...(made[type] ?? linesIf(!spssFormats[type], `MISSING VALUES ${name} (' ').`)),
      `VARIABLE LABELS ${name} ${spssText(labelOf(label, 256, inBytes))}.`,
      ...linesIf(codes.length > 0, `VALUE LABELS ${name}`),
      ...codes.map((code) => `  ${code.value} ${spssText(labelOf(code.label, 120, inBytes))}`),
      ...linesIf(codes.length > 0, '.'),
    ]
  },
  end: ({ name, variables, isOnly }) => [
    'MATCH FILES FILE=* /KEEP=',
    ...variables.map((variable) => `    ${variable.name}`),
    '.',
    'EXECUTE.',
    ...linesIf(!isOnly, `DATASET NAME ${name}.`),
  ],
}

/** What ends a literal of Stata, or expands macros in it. */
const odd = /(["`$\\\p{Cc}])/u

/** A text as an expression of Stata and Mata. */
const stataText = (text: string): string =>
  text
    .split(odd)
    .map((part) => (odd.test(part) ? `uchar(${part.codePointAt(0)})` : `"${part}"`))
    .join(' + ')

/** Labels of variables have at most 80 characters, of values 32,000 bytes. */
const stata: Language = {
  maxName: 32,
  comment: (text) => `* ${text}`,
  begin: ({ name, path, delimiter, isOnly }) => [
    'version 16',
    ...linesIf(!isOnly, `capture frame create ${name}`, `frame change ${name}`),
    `import delimited using "${path}", clear delimiters(${delimiter === '\t' ? 'tab' : `"${delimiter}"`}) varnames(nonames) stringcols(_all) bindquote(strict) maxquotedrows(unlimited) encoding("UTF-8")`,
    'drop in 1',
  ],
  make: ({ name, type, from, label, codes, tests, other }, { zone }) => {
    const title = labelOf(label, 80)
    const number = [`generate double ${name} = real(${from})`]
    const made: ByType = {
      integer: number,
      number,
      date: [`generate ${name} = date(${from}, "YMD")`, `format ${name} %td`],
      time: [
        `replace ${from} = substr(${from}, 1, strlen(${from}) - 1) + "+00:00" if substr(${from}, -1, 1) == "Z"`,
        `generate double ${name} = clock(substr(${from}, 1, 10) + " " + substr(${from}, 12, strlen(${from}) - 17), "YMDhms")`,
        ...linesIf(
          !zone,
          `replace ${name} = ${name} - cond(substr(${from}, -6, 1) == "-", -60000, 60000) * (60 * real(substr(${from}, -5, 2)) + real(substr(${from}, -2, 2)))`,
        ),
        `format ${name} %tc`,
      ],
      code: [
        `generate ${name} = ${other === undefined ? '.' : `cond(${from} == "", ., ${other})`}`,
        ...tests.map(
          ({ value, text, column: at }) => `replace ${name} = ${value} if ${cell(at)} == ${stataText(text)}`,
        ),
      ],
    }
    return [
      ...(made[type] ?? [`generate ${name} = ${from}`]),
      odd.test(title)
        ? `mata: st_varlabel("${name}", ${stataText(title)})`
        : `label variable ${name} "${title}"`,
      ...codes.map(({ value, label: whole }) => {
        const text = labelOf(whole, 32_000, inBytes)
        return odd.test(text)
          ? `mata: st_vlmodify("${name}", ${value}, ${stataText(text)})`
          : `label define ${name} ${value} "${text}", modify`
      }),
      ...linesIf(codes.length > 0, `label values ${name} ${name}`),
    ]
  },
  end: ({ widths }) => [`drop v1-${cell(widths.length - 1)}`],
}

/** A literal of R, in which no text has U+0000. */
const rText = (text: string): string => JSON.stringify(text.toWellFormed().replaceAll('\0', ''))

const r: Language = {
  maxName: 64,
  comment: (text) => `# ${text}`,
  begin: ({ name, path, delimiter, bom }) => [
    `raw <- read.csv(${rText(path)}, sep = ${rText(delimiter)}, colClasses = "character", na.strings = "", blank.lines.skip = FALSE, ${bom ? 'fileEncoding = "UTF-8-BOM"' : 'encoding = "UTF-8"'})`,
    `${name} <- data.frame(row.names = seq_len(nrow(raw)))`,
  ],
  make: ({ name, type, column, label, codes, tests, other = 'NA' }, { name: table, zone = '' }) => {
    const [into, from] = [`${table}$${name}`, `raw[[${column + 1}]]`]
    const number = [`${into} <- as.numeric(${from})`]
    const [values, labels] = [
      codes.map(({ value }) => value),
      codes.map((code) => rText(labelOf(code.label))),
    ]
    const made: ByType = {
      integer: number,
      number,
      date: [`${into} <- as.Date(${from})`],
      time: [
        String.raw`${into} <- sub(":(\\d\\d)$", "\\1", sub("Z$", "+00:00", ${from}))`,
        `${into} <- as.POSIXct(${into}, tz = ${rText(zone.includes('/') ? zone : 'UTC')}, format = "%Y-%m-%dT%H:%M:%OS%z")`,
      ],
      code: [
        `${into} <- ifelse(is.na(${from}), NA, ${other})`,
        ...tests.map(
          ({ value, text, column: at }) => `${into}[raw[[${at + 1}]] %in% ${rText(text)}] <- ${value}`,
        ),
        `${into} <- factor(${into}, levels = c(${values.join(', ')}), labels = c(${labels.join(', ')}))`,
      ],
    }
    return [
      ...(made[type] ?? [`${into} <- ${from}`]),
      ...linesIf(
        type !== 'code' && codes.length > 0,
        `attr(${into}, "labels") <- c(${labels.map((text, i) => `${text} = ${values[i]}`).join(', ')})`,
      ),
      `attr(${into}, "label") <- ${rText(labelOf(label))}`,
    ]
  },
  end: () => ['rm(raw)'],
}

const languages: Readonly<Record<StatisticsProgram, Language>> = { spss, stata, r }
