import { quote as inQuotes } from '../form/words.ts'
import { define, error } from './fault-definition.ts'

// As long as a quoted word may be, and no longer.
const short = (text: string): string => inQuotes(text).slice(1, -1)

/** What can be wrong with a file and its YAML. */
export const yamlFaultTable = {
  'not-utf8': error<{ encoding: string; from: string } | { offset: number; byte: string; isBinary: boolean }>(
    (args) =>
      'encoding' in args
        ? `The file is ${args.encoding}, not UTF-8.`
        : `The file is ${args.isBinary ? 'binary, no text' : 'not UTF-8'}: the byte ${args.byte} at offset ${args.offset} is no part of a character.`,
    (args) =>
      'encoding' in args
        ? `Save it as UTF-8, or convert it into another file: iconv -f ${args.from} -t UTF-8 old.yaml > new.yaml, with your file as old.yaml.`
        : args.isBinary
          ? 'Is it the right file?'
          : 'Save it as UTF-8; iconv -f ISO-8859-1 -t UTF-8 old.yaml > new.yaml converts Latin-1. Is it the right file?',
  ),
  'not-text': error<{ code: string }>(
    ({ code }) => `The control character U+${code} stands here, where only text can be.`,
    () => 'Remove it. Is this the right file?',
  ),
  'empty-spec': error<object>(
    () => 'The file holds no form.',
    () => 'Write a name and at least two steps.',
  ),
  'yaml-limit': error<{ problem: string; isCut?: true }>(
    ({ problem, isCut }) =>
      `${problem}, ${isCut ? 'and what follows is not told' : 'which is far more than a form needs'}.`,
    ({ isCut }) => (isCut ? 'Mend these first.' : 'Write the form plainly, or split the file.'),
  ),
  'yaml-tab': error<object>(
    () => 'A tab stands in the indentation, where YAML takes only spaces.',
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
        : 'The indentation of this line fits nothing above it.',
    ({ isBelowBlock }) =>
      isBelowBlock
        ? 'Move its lines to the right, by two spaces.'
        : 'Let it begin in the same column as the lines that it belongs with.',
  ),
  'yaml-comma': error<{ missing: string; word: string }>(
    ({ missing, word }) =>
      missing === ''
        ? 'This comma has nothing before it.'
        : `A ${missing} is missing before ${inQuotes(word).slice(1, -1)}.`,
    ({ missing }) =>
      missing === ''
        ? 'Remove it, or write what belongs before it; an empty text is "".'
        : 'Between brackets, commas separate the entries; put a text that holds such signs in quotes.',
  ),
  'yaml-dash': error<{ sign?: string }>(
    ({ sign }) =>
      sign === undefined
        ? 'A space is missing behind this dash.'
        : `${sign} is not the dash that begins an entry.`,
    () => 'Write "- ", a plain dash and a space, before each entry.',
  ),
  'yaml-colon': error<{ isNested: boolean }>(
    ({ isNested }) =>
      isNested
        ? 'A key stands here where a value is expected.'
        : 'This is no key with a value: ": " is missing, a colon and a space.',
    ({ isNested }) =>
      isNested
        ? 'Put a text that holds ": " in quotes; align the next line if it begins a new key.'
        : 'Write "key: value", with a space behind the colon.',
  ),
  'yaml-conflict': error<{ isLeftOver: boolean }>(
    ({ isLeftOver }) =>
      isLeftOver
        ? 'A mark of a merge conflict is left over here.'
        : 'The marks of a merge conflict begin here: two versions stand in the file.',
    ({ isLeftOver }) =>
      isLeftOver
        ? 'Remove this line, once what stands around it is as it should be.'
        : 'Keep one of them, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.',
  ),
  'yaml-divider': error<object>(
    () => 'This line ends the form, and what follows it is no form.',
    () => 'Remove it: "---" stands only between forms, each with a name and steps of its own.',
  ),
  'yaml-comment': error<object>(
    () => '// begins no comment in YAML.',
    () => 'Begin the comment with "# ".',
  ),
  'yaml-space': error<{ code: string }>(
    ({ code }) => `The invisible character U+${code} stands here, where YAML takes only plain spaces.`,
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
      `The key ${inQuotes(key)} stands here a second time; the first is in line ${line}, column ${column}.`,
    ({ isFirst }) =>
      isFirst
        ? 'Write a dash and a space before it if a new entry begins here, or remove one of them.'
        : 'Remove one of them.',
  ),
  'yaml-anchor': error<{ anchor: string }>(
    ({ anchor }) => `The anchor &${anchor} has nothing behind it that it could name.`,
    () => 'Put a text that begins with & in quotes; remove the anchor if it is one.',
  ),
  'yaml-alias': error<{ alias: string; near: string | undefined }>(
    ({ alias }) => `There is no anchor &${alias} above this alias.`,
    ({ near, alias }) =>
      near === undefined
        ? `Put &${alias} before what it stands for, further up; a text that begins with * needs quotes.`
        : `Did you mean *${near}?`,
  ),
  'yaml-cycle': error<object>(
    () => 'This alias stands inside the very thing that it stands for, which would have no end.',
    () => 'Replace it with what is meant.',
  ),
  'yaml-key': error<object>(
    () => 'A key must be a plain text, and this one is not.',
    () => 'Put it in quotes; if it was to be a value that begins with { or [, put that in quotes.',
  ),
  'yaml-merge': error<object>(
    () => '"<<" takes an object, or an array of objects, and this is neither.',
    () => 'Give it an alias of an object, as in "<<: *common".',
  ),
  'yaml-tag': define<{ tag: string }>({
    severity: 'warning',
    sentence: ({ tag }) => `The tag ${short(tag)} is not known, so it has no effect.`,
    help: () => 'Remove it; a text that begins with ! needs quotes.',
  }),
  'yaml-directive': define<{ directive: string }>({
    severity: 'warning',
    sentence: ({ directive }) => `The directive ${short(directive)} has no effect.`,
    help: () => 'Remove it.',
  }),
  'yaml-syntax': error<{ text: string; behind: string }>(
    ({ text }) => (text === '' ? 'YAML breaks off here.' : `"${text}" cannot stand here in YAML.`),
    ({ behind, text }) =>
      behind === '$' && text.startsWith('{')
        ? 'Between brackets, put a text that holds ${ in quotes.'
        : behind === '"' || behind === "'"
          ? `A text in quotes ended just before; inside it, write ${behind === '"' ? '\\"' : "''"} for a quote.`
          : 'If it is part of a text, put the whole text in quotes.',
  ),
} as const
