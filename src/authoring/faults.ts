import { count } from '../failure/failure.ts'
import type { Finding, Severity } from '../form/finding.ts'
import type { Path } from '../form/value.ts'
import { quote as inQuotes, shortened } from '../form/words.ts'
import { limits } from './limits.ts'
import type { Lines, PlacedFinding, Range } from './yaml/lines.ts'

type Definition<Args> = {
  readonly severity: Severity
  readonly hasFix: boolean
  readonly sentence: (args: Args) => string
  readonly help: (args: Args) => string | undefined
}

const definer =
  (severity: Severity, hasFix = false) =>
  <Args>(sentence: Definition<Args>['sentence'], help: Definition<Args>['help']): Definition<Args> => ({
    severity,
    hasFix,
    sentence,
    help,
  })

const error = definer('error')
const warning = definer('warning')
const fixedWarning = definer('warning', true)

/** Which part of a file of rows lacks a variable: a cell of the row with that number, one row, every row, or a column. */
export type MissingOf = number | 'row' | 'rows' | 'column'

const convert = (from: string): string => `iconv -f ${from} -t UTF-8 old.yaml > new.yaml`

const yamlFaults = {
  'not-utf8': error<
    | { encoding: string; from: string }
    | { offset: number; byte: string; isBinary: boolean; character: string | undefined }
  >(
    (args) =>
      'encoding' in args
        ? `The file is ${args.encoding}, not UTF-8.`
        : args.character === undefined
          ? `The file is ${args.isBinary ? 'binary' : 'not UTF-8'}: the byte ${args.byte} at offset ${args.offset} is not part of a character.`
          : `The file is not UTF-8, but probably Windows-1252, where the byte ${args.byte} at offset ${args.offset} is ${args.character}.`,
    (args) =>
      'encoding' in args
        ? `Save it as UTF-8, or convert it into another file: ${convert(args.from)}, with your file as old.yaml.`
        : args.character === undefined
          ? `${args.isBinary ? '' : 'Save it as UTF-8. '}Is it the right file?`
          : `Save it as UTF-8, or convert it: ${convert('WINDOWS-1252')}. Is it the right file?`,
  ),
  'not-text': error<{ code: string; meant: string | undefined }>(
    ({ code, meant }) =>
      meant === undefined
        ? `The control character U+${code} is not allowed in a text file.`
        : `The control character U+${code} stands here for ${meant}, which it is in Windows-1252.`,
    ({ meant }) =>
      meant === undefined
        ? 'Remove it. Is this the right file?'
        : `Write ${meant} in its place; a whole file that was converted as if it were Latin-1 needs ${convert('WINDOWS-1252')}, from the original.`,
  ),
  'empty-spec': error<object>(
    () => 'The file contains no form.',
    () => 'Write a name and at least two steps.',
  ),
  'yaml-limit': error<{ problem: string; isCut?: true }>(
    ({ problem, isCut }) =>
      `${problem}, ${isCut ? 'and what follows is not shown' : 'which is far more than a form needs'}.`,
    ({ isCut }) => (isCut ? 'Fix these first.' : 'Write the form plainly, or split the file.'),
  ),
  'yaml-tab': error<object>(
    () => 'This line is indented with a tab, and YAML takes only spaces.',
    () => 'Replace it with spaces.',
  ),
  'yaml-quote': error<{ quote: string }>(
    ({ quote }) => `This ${quote} is not closed where its text ends.`,
    ({ quote }) => `Add ${quote} at the end of the text; inside it, write ${quote === '"' ? '\\"' : "''"}.`,
  ),
  'yaml-bracket': error<{ open: string }>(
    ({ open }) => `This "${open}" is not closed.`,
    ({ open }) =>
      `Add "${open === '[' ? ']' : '}'}", or put the value in quotes if it is a text that begins with "${open}".`,
  ),
  'yaml-indent': error<{ isBelowBlock: boolean }>(
    ({ isBelowBlock }) =>
      isBelowBlock
        ? 'The indentation of this text is not deeper than that of its key.'
        : 'The indentation of this line matches no line above.',
    ({ isBelowBlock }) =>
      isBelowBlock
        ? 'Move its lines to the right, by two spaces.'
        : 'Start it in the same column as its neighbours.',
  ),
  'yaml-comma': error<{ missing: string; word: string }>(
    ({ missing, word }) =>
      missing === ''
        ? 'This comma has nothing before it.'
        : `A ${missing} is missing before ${shortened(word)}.`,
    ({ missing }) =>
      missing === ''
        ? 'Remove it, or write what belongs before it; an empty text is "".'
        : 'Between brackets, commas separate the entries; put a text that contains such characters in quotes.',
  ),
  'yaml-dash': error<{ sign?: string }>(
    ({ sign }) =>
      sign === undefined
        ? 'A space is missing after this dash.'
        : `${sign} is not the dash that begins an entry.`,
    () => 'Write "- ", a plain dash and a space, before each entry.',
  ),
  'yaml-colon': error<{ isNested: boolean }>(
    ({ isNested }) =>
      isNested
        ? 'There is a key here where a value is expected.'
        : 'This is not a key with a value: ": " is missing, a colon and a space.',
    ({ isNested }) =>
      isNested
        ? 'Put a text that holds ": " in quotes; align the next line if it begins a new key.'
        : 'Write "key: value", with a space after the colon.',
  ),
  'yaml-conflict': error<{ isLeftOver: boolean }>(
    ({ isLeftOver }) =>
      isLeftOver
        ? 'A mark of a merge conflict is left over here.'
        : 'The marks of a merge conflict begin here: the file contains two versions.',
    ({ isLeftOver }) =>
      isLeftOver
        ? 'Remove this line after you check the lines around it.'
        : 'Keep one of them, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.',
  ),
  'yaml-divider': error<object>(
    () => 'This line ends the form, but more follows.',
    () => 'Remove it: write "---" only between forms, each with a name and steps of its own.',
  ),
  'yaml-comment': error<object>(
    () => '// begins no comment in YAML.',
    () => 'Begin the comment with "# ".',
  ),
  'yaml-space': error<{ code: string }>(
    ({ code }) => `YAML takes only plain spaces, and not the invisible character U+${code}.`,
    () => 'Replace it with a space, or remove it.',
  ),
  'yaml-start': error<{ character: string }>(
    ({ character }) => `A text cannot begin with ${character} in YAML.`,
    () => 'Put the text in quotes.',
  ),
  'yaml-escape': error<{ escape: string }>(
    ({ escape }) => `${escape} means nothing between double quotes.`,
    () => 'Write \\\\ for a backslash, or use single quotes.',
  ),
  'yaml-duplicate-key': error<{ key: string; line: number; column: number; isFirst: boolean }>(
    ({ key, line, column }) =>
      `The key ${inQuotes(key)} appears a second time; the first is in line ${line}, column ${column}.`,
    ({ isFirst }) =>
      isFirst
        ? 'Write a dash and a space before it if a new entry begins here, or remove one of them.'
        : 'Remove one of them.',
  ),
  'yaml-anchor': error<{ anchor: string }>(
    ({ anchor }) => `The anchor &${anchor} is not followed by a value.`,
    () => 'Put a text that begins with & in quotes; remove the anchor if it is one.',
  ),
  'yaml-alias': error<{ alias: string; near: string | undefined }>(
    ({ alias }) => `There is no anchor &${alias} above this alias.`,
    ({ near, alias }) =>
      near === undefined
        ? `Put &${alias} before the value that it names, further up; a text that begins with * needs quotes.`
        : `Did you mean *${near}?`,
  ),
  'yaml-cycle': error<object>(
    () => 'This alias is inside the value that it names, so the value would never end.',
    () => 'Replace it with what is meant.',
  ),
  'yaml-key': error<object>(
    () => 'A key must be a plain text, and this one is not.',
    () => 'Put it in quotes; if you meant a value that begins with { or [, put that in quotes.',
  ),
  'yaml-merge': error<object>(
    () => '"<<" takes an object, or an array of objects, and this is neither.',
    () => 'Give it an alias of an object, as in "<<: *common".',
  ),
  'yaml-hash': fixedWarning<{ whole: string }>(
    () => 'This # begins a comment, so what follows it is not part of the text.',
    ({ whole }) =>
      `Put the text in quotes: ${shortened(whole)}; if it is a comment, put two spaces before the #.`,
  ),
  'yaml-tag': warning<{ tag: string }>(
    ({ tag }) => `The tag ${shortened(tag)} is not known, so it has no effect.`,
    () => 'Remove it; a text that begins with ! needs quotes.',
  ),
  'yaml-directive': warning<{ directive: string }>(
    ({ directive }) => `The directive ${shortened(directive)} has no effect.`,
    () => 'Remove it.',
  ),
  'yaml-syntax': error<{ text: string; behind: string }>(
    ({ text }) => (text === '' ? 'YAML breaks off here.' : `YAML does not allow "${text}" here.`),
    ({ behind, text }) =>
      behind === '$' && text.startsWith('{')
        ? 'Between brackets, put a text that holds ${ in quotes.'
        : behind === '"' || behind === "'"
          ? `A text in quotes ended just before; inside it, write ${behind === '"' ? '\\"' : "''"} for a quote.`
          : 'If it is part of a text, put the whole text in quotes.',
  ),
} as const

const variableFaults = {
  'variable-name': warning<{ name: string; meant?: string | false }>(
    ({ name }) => `${inQuotes(name)} is not a valid variable name, so nothing can take its value.`,
    ({ name, meant }) =>
      meant
        ? `Remove the space ${name.startsWith(meant) ? 'behind' : 'before'} ${meant}.`
        : 'Use a letter first, then letters, digits, ".", "-" and "_".',
  ),
  'variable-value': error<{ problem: string; help: string }>(
    ({ problem }) => problem,
    ({ help }) => help,
  ),
  'missing-variable': error<{
    name: string
    near: string | undefined
    variable: string
    /** Which part of a file of rows is at fault, if it is not the spec. */
    of?: MissingOf
  }>(
    ({ name, of }) =>
      typeof of === 'number'
        ? `The cell of ${inQuotes(name)} in row ${of} is empty.`
        : `The variable ${inQuotes(name)} has no value${of === undefined ? '' : of === 'row' ? ' in this row' : ' in any row'}.`,
    ({ name, near, variable, of }) => {
      if (typeof of === 'number')
        return `Fill it in, or write a default under "vars" in the spec, as in ${name}: "".`
      if (of === 'row')
        return near === undefined
          ? `Write ${name} and its text in this row, as in the others.`
          : `Did you mean ${name}? Write it in place of ${near}.`
      if (of !== undefined)
        return `Did you mean ${name}? Rename ${of === 'column' ? 'the column' : `${near} in every row`}${/\s/.test(near ?? '') ? '' : `, or write \${${near}} in the spec if that is what it needs`}.`
      return near === undefined
        ? `Give it with --var ${name}=…, in a --var-file, as ${variable}, or as a default under "vars".`
        : `Did you mean \${${near}}?`
    },
  ),
  'variable-syntax': error<{ meant: string | undefined }>(
    () => '"${" begins a variable, and no name and "}" follow.',
    ({ meant = 'customer' }) =>
      `Write it as in \${${meant}}, without spaces; for the characters themselves, write $\${.`,
  ),
  'unused-variable': warning<{ name: string }>(
    ({ name }) => `The variable ${inQuotes(name)} is used nowhere in this form.`,
    ({ name }) => `Write \${${name}} in the text where it belongs, or remove it.`,
  ),
  'duplicate-address': error<{ address: string; other: string; isOfRows: boolean }>(
    ({ address, other }) =>
      `The address ${address} is that of ${other}, too, and an address leads to one form.`,
    ({ isOfRows }) =>
      isOfRows
        ? 'Write a variable of the table into it, as in feedback-${customer}.'
        : 'Choose another one, or keep one of the specs.',
  ),
} as const

export const rowFaults = {
  'row-key': error<{ column: string; key: string | undefined; first: number | undefined }>(
    ({ column, key, first }) =>
      `The column ${column} is ${key ? `${inQuotes(key)} again, as in line ${first}` : 'empty'}; it names the form of the row.`,
    () => 'Give each row its own value, or name another column with --row-key, or row_key in the project.',
  ),
  'rows-shape': error<{ is: string } | { is: 'table'; isEmpty: boolean }>(
    (args) =>
      'isEmpty' in args
        ? `The table has no ${args.isEmpty ? 'header and no row' : 'row'}.`
        : `Rows are written as a list of objects, and this is ${args.is}.`,
    (args) =>
      'isEmpty' in args
        ? `Write ${args.isEmpty ? 'the names of variables in the first line, and ' : ''}a text for each of the names in every further line.`
        : 'Write "- " before each row, then one name and text per line, as in "customer: Acme".',
  ),
  'rows-limit': error<{ problem: string }>(
    ({ problem }) => `${problem}, the most that one run takes.`,
    () => 'Split the file, and run once for each part.',
  ),
  'csv-quote': error<{ kind: 'open' | 'behind' | 'inside' }>(
    ({ kind }) =>
      ({
        open: 'This " is not closed.',
        behind: 'There is more text here after the closing quote.',
        inside: 'There is a " inside a text that is not in quotes.',
      })[kind],
    ({ kind }) =>
      kind === 'open'
        ? 'Add " at the end of the text; inside it, write "" for one.'
        : 'Put " around the whole text, and write "" for one inside it.',
  ),
  'csv-fields': error<{ fields: number; columns: number }>(
    ({ fields, columns }) => `This row has ${count(fields, 'field')}, and the header has ${columns}.`,
    ({ fields, columns }) =>
      fields > columns
        ? 'Put a text that holds the separator in quotes.'
        : 'Write every field, with nothing between two separators where it is empty.',
  ),
  'csv-header': error<{ name: string; first: number }>(
    ({ name, first }) => `The column ${inQuotes(name)} appears a second time; the first is column ${first}.`,
    () => 'Rename or remove one of them.',
  ),
} as const

const commentFaults = {
  'unused-ignore': warning<{
    code: string
    why: 'nameless' | 'unknown' | 'unused' | 'fixed'
    near: string | undefined
  }>(
    ({ code, why }) =>
      why === 'nameless'
        ? 'This comment silences nothing, since it names no code.'
        : why === 'unknown'
          ? `This comment silences nothing: there is no code ${inQuotes(code)}.`
          : why === 'unused'
            ? `This comment silences nothing: its line has no finding ${inQuotes(code)}.`
            : `${inQuotes(code)} cannot be silenced: there is no form before it is fixed.`,
    ({ why, near }) =>
      near !== undefined
        ? `Did you mean "${near}"?`
        : why === 'nameless'
          ? 'Write the code after it, as in "# formctl-ignore no-way-forward", or remove it.'
          : 'Remove it.',
  ),
} as const

/** Every fault of a text: what the author has wrong before there is a form to check. */
export const textFaults = {
  ...yamlFaults,
  ...variableFaults,
  ...rowFaults,
  ...commentFaults,
} as const

export type TextFaultCode = keyof typeof textFaults
type ArgsOf<Code extends TextFaultCode> = Parameters<(typeof textFaults)[Code]['sentence']>[0]

/** A fault of a text: a finding with its stretch of the text, as UTF-16 offsets. */
export type TextFault = Finding & { readonly start: number; readonly end: number } & Pick<
    PlacedFinding,
    'edits'
  >

export function textFault<Code extends TextFaultCode>(
  code: Code,
  args: ArgsOf<Code>,
  [start, end, path = []]: readonly [start: number, end: number, path?: Path],
): TextFault {
  // One entry takes just its own args; the union of all entries loses that tie.
  const definition = textFaults[code] as unknown as Definition<ArgsOf<Code>>
  const help = definition.help(args)
  return {
    code,
    severity: definition.severity,
    isRefused: definition.severity === 'error',
    path,
    marks: 'value',
    message: definition.sentence(args),
    help,
    start,
    end: Math.max(start, end),
  }
}

// From 0x80; a question mark where there is none.
const windows1252 = '€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ'

/** What a byte is in Windows-1252; a control character where it is nothing else. */
export function windowsCharacter(byte: number): string {
  const character = windows1252.charAt(byte - 128)
  return character === '' || character === '?' ? String.fromCharCode(byte) : character
}

/** A control character in a text. */
export function controlFault(
  control: string,
  at: readonly [start: number, end: number, path?: Path],
): TextFault {
  const [code, meant] = [control.charCodeAt(0), windowsCharacter(control.charCodeAt(0))]
  const args = {
    code: code.toString(16).toUpperCase().padStart(4, '0'),
    meant: meant === control ? undefined : meant,
  }
  return textFault('not-text', args, at)
}

export const placed = ({ start, end, ...finding }: TextFault, lines: Lines): PlacedFinding => ({
  ...finding,
  ...lines.rangeOf(start, end),
})

export const placedAt = (
  { start: _start, end: _end, ...finding }: TextFault,
  { line, column, endLine, endColumn }: Range,
): PlacedFinding => ({ ...finding, line, column, endLine, endColumn })

/** The finding that ends a list that was cut: it stands at the last finding that is shown. */
export function cutBehind(last: PlacedFinding): PlacedFinding {
  const problem = `The file has more than ${limits.findings} findings`
  return placedAt(textFault('yaml-limit', { problem, isCut: true }, [0, 0, last.path]), last)
}
