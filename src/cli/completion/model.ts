import { codes } from '../../authoring/codes.ts'
import { outputsOf, type Command, type Option } from '../command.ts'
import { typeNames } from '../../form/schema.ts'

/** What can stand in one place of a command line: fixed words, a path, or a name known from earlier runs. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'profile' | 'form' | 'text' }

/** An option: every way to write it, its purpose, and what follows it. */
export type CompletedOption = {
  readonly flags: readonly string[]
  readonly summary: string
  /** Absent: nothing follows. */
  readonly values?: Values
}

/** What can follow the words of a command or a group. */
export type Place = {
  /** The words before, as `forms new`; '' at the beginning. */
  readonly words: string
  readonly next: readonly { readonly word: string; readonly summary: string }[]
  readonly options: readonly CompletedOption[]
  /** Options that stand everywhere, with the words that they take here. */
  readonly narrowed: readonly CompletedOption[]
  /** What its arguments are; absent: it takes none. */
  readonly values?: Values
}

/** The options that every command takes, and the places. */
export type Model = { readonly globals: readonly CompletedOption[]; readonly places: readonly Place[] }

/** An option as commander has it. */
type Global = {
  readonly flags: string
  readonly description: string
  readonly argChoices?: readonly string[] | undefined
}

/** The model of a table of commands. */
export function modelOf(
  table: readonly Command[],
  { groups, globals }: { groups: Readonly<Record<string, string>>; globals: readonly Global[] },
): Model {
  const summaries = new Map([
    ...Object.entries(groups),
    ...table.map(({ words, summary }) => [words, summary] as const),
  ])
  const next = (words: string): Place['next'] =>
    [...summaries].flatMap(([longer, summary]) => {
      const rest =
        words === '' ? longer : longer.startsWith(`${words} `) ? longer.slice(words.length + 1) : ''
      return rest === '' || rest.includes(' ') ? [] : [{ word: rest, summary }]
    })
  const all = globals.map(({ flags, description, argChoices }) => optionOf(flags, description, argChoices))
  const output = all.filter(({ flags }) => flags.includes('--output'))
  const isIn = ['', ...Object.keys(groups)].map((words) => ({
    words,
    next: next(words),
    options: [],
    narrowed: output,
  }))
  const narrowedFor = (command: Command): readonly CompletedOption[] =>
    output.map((option) => Object.assign({}, option, { values: wordsOf(outputsOf(command)) }))
  return {
    globals: all,
    places: [...isIn, ...table.map((command) => placeOf(command, narrowedFor(command)))],
  }
}

function placeOf(command: Command, narrowed: Place['narrowed']): Place {
  const { words, args, options } = command
  const [first] = args
  const values = first && (fixed[words] ? wordsOf(fixed[words]) : valuesOf(first.name))
  return {
    words,
    next: [],
    options: Object.values(options).map(({ flags, summary, choices }: Option<unknown>) =>
      optionOf(flags, summary, choices),
    ),
    narrowed,
    ...(values ? { values } : {}),
  }
}

/** The shells that a script is made for. */
export const shells = ['bash', 'zsh', 'fish', 'pwsh'] as const

/** Arguments that are one of a few words. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  'forms types': typeNames,
  'forms schema': typeNames,
  explain: [...codes.keys()],
  completion: shells,
}

const wordsOf = (words: readonly string[]): Values => ({ kind: 'words', words })

function optionOf(flags: string, summary: string, choices: readonly string[] | undefined): CompletedOption {
  const takes = /[<[](.*)[>\]]/.exec(flags)?.[0]
  const names = [...flags.matchAll(/(?:^|[ ,|])(--?[A-Za-z][\w-]*)/g)].map(([, name = '']) => name)
  if (takes === undefined) return { flags: names, summary }
  if (choices && choices.length > 0) return { flags: names, summary, values: wordsOf(choices) }
  const known = names.includes('--profile')
    ? 'profile'
    : names.some((name) => name === '--form' || name === '--source-form')
      ? 'form'
      : undefined
  return { flags: names, summary, values: known ? { kind: known } : valuesOf(takes) }
}

const valuesOf = (placeholder: string): Values =>
  /file/.test(placeholder)
    ? { kind: 'file' }
    : /dir|folder/.test(placeholder)
      ? { kind: 'folder' }
      : { kind: 'text' }

/** The values as one word for scripts: their kind, or the list of words. */
export const kindOf = (values: Values | undefined): string =>
  values === undefined ? '' : values.kind === 'words' ? values.words.join(' ') : values.kind

/** A branch of `case` for each option that takes a value; `words` narrows them to one command. */
export const cases = (options: readonly CompletedOption[], words?: string): string =>
  options
    .filter(({ values }) => values !== undefined)
    .map(({ flags, values }) => {
      const patterns = flags.map((flag) => (words === undefined ? flag : `'${words}:${flag}'`))
      return `    ${patterns.join(' | ')}) kind='${kindOf(values)}' ;;`
    })
    .join('\n')
