import { Command as Commander } from 'commander'
import { codes } from '../authoring/codes.ts'
import { Failure } from '../failure/failure.ts'
import { typeNames } from '../form/schema.ts'
import { commands, groups } from './commands/index.ts'
import { addGlobals, topics } from './program.ts'
import { flagOf, fullSummary } from './option-limits.ts'
import type { Host } from './host.ts'
import { readProjectFile, readUserFile } from './settings/config-file.ts'
import { knownForms } from './forms/known-forms.ts'
import { shells } from './commands/completion.ts'

/** A word to offer, with its description. `:files` and `:folders` tell the script to complete paths. */
type Offer = { readonly word: string; readonly about?: string }

type CompletedOption = {
  readonly names: readonly string[]
  readonly about: string
  /** Its value, such as `<file>`; absent for a flag. */
  readonly takes?: string
  readonly choices?: readonly string[] | undefined
  /** Flags of options that it cannot be used with. */
  readonly excludes?: readonly string[]
}

const areExclusive = ({ excludes = [] }: CompletedOption, { names }: CompletedOption): boolean =>
  excludes.some((flag) => names.includes(flag))

/** The offers for the word at the cursor, one per line. `typed` is that word, `before` are the words before it. */
export async function complete(host: Host, typed: string, before: readonly string[]): Promise<string> {
  // bash gives --output=json as three words, the other shells as one.
  const words = before.filter((word) => word !== '=')
  const [, start = '', name = ''] = /^((--[\w-]+)=)/.exec(typed) ?? []
  const offers = await offersAt(host, name === '' ? words : [...words, name])
  const rest = typed === '=' ? '' : typed.slice(start.length)
  const isOption = rest.startsWith('-')
  return offers
    .filter(({ word }) => (word.startsWith(':') ? !isOption : word.startsWith(rest)))
    .filter(({ word }) => word.startsWith('-') === isOption)
    .map(({ word, about }) => (word.startsWith(':') ? word : `${start}${word}${about ? `\t${about}` : ''}`))
    .map((line) => `${line}\n`)
    .join('')
}

async function offersAt(host: Host, words: readonly string[]): Promise<readonly Offer[]> {
  if (words[0] === 'help') return helpOffers(words.slice(1).join(' '))
  let place = await placeOf('')
  let pending: CompletedOption | undefined
  const given: CompletedOption[] = []
  for (const word of words) {
    if (pending) pending = undefined
    else if (word.startsWith('-')) {
      const named = place.options.find(({ names }) => names.includes(word))
      if (named) given.push(named)
      if (named?.takes !== undefined) pending = named
    } else place = await placeOf(`${place.words} ${word}`.trim(), place)
  }
  if (pending) return valuesOf(pending, host)
  const options = place.options
    .filter((option) => !given.some((other) => areExclusive(option, other) || areExclusive(other, option)))
    .flatMap(({ names, about }) => names.map((word) => ({ word, about })))
  return [...options, ...place.next, ...valuesOfArgument(place)]
}

/** The program, group or command that the words before the cursor name, and what can follow. */
type CursorPlace = {
  readonly words: string
  readonly next: readonly Offer[]
  readonly options: readonly CompletedOption[]
  /** Its first argument, as `[file]`. */
  readonly argument: string
}

/** The place that words name. If they name none, their last one is an argument: returns `otherwise`. */
async function placeOf(words: string, otherwise?: CursorPlace): Promise<CursorPlace> {
  const entry = commands.find((one) => one.words === words)
  if (!entry && words !== '' && !Object.hasOwn(groups, words) && otherwise) return otherwise
  const command = await entry?.load()
  const globals = addGlobals(new Commander()).options.map(({ flags, description, argChoices }) =>
    optionOf(flags, description, (flags.includes('--output') ? command?.outputs : undefined) ?? argChoices),
  )
  const options = command?.options ?? {}
  const own = Object.values(options).map((option) => {
    const excludes = (option.excludes ?? []).flatMap((name) => (options[name] ? flagOf(options[name]) : []))
    return Object.assign(optionOf(option.flags, fullSummary(option, options), option.choices), { excludes })
  })
  return {
    words,
    next:
      words === ''
        ? [...nextTo(words), { word: 'help', about: 'show what a command does, or a topic' }]
        : nextTo(words),
    options: [...own, ...globals, { names: ['--help'], about: 'show what a command does' }],
    argument: command?.args[0]?.name ?? '',
  }
}

function nextTo(words: string): readonly Offer[] {
  const summaries = Object.entries(groups).concat(commands.map((entry) => [entry.words, entry.summary]))
  return summaries.flatMap(([longer, about]) => {
    const word = longer.startsWith(`${words} `) ? longer.slice(words.length + 1) : words === '' ? longer : ''
    return word === '' || word.includes(' ') ? [] : { word, about }
  })
}

/** What can follow `formctl help` and more words: commands, and topics as its first. */
const helpOffers = (words: string): readonly Offer[] =>
  nextTo(words).concat(words === '' ? Object.entries(topics).map(([word, about]) => ({ word, about })) : [])

function optionOf(flags: string, about: string, choices?: readonly string[]): CompletedOption {
  const at = flags.search(/[<[]/)
  const names = Array.from(flags.matchAll(/(?:^|[ ,|])(--?[A-Za-z][\w-]*)/g), ([, name = '']) => name)
  return { names, about, choices, ...(at === -1 ? {} : { takes: flags.slice(at) }) }
}

async function valuesOf(
  { names, takes = '', choices }: CompletedOption,
  host: Host,
): Promise<readonly Offer[]> {
  if (choices && choices.length > 0) return choices.map((word) => ({ word }))
  if (names.includes('--profile')) return (await profilesOf(host)).map((word) => ({ word }))
  if (names.includes('--form') || names.includes('--source-form')) {
    const forms = (await knownForms(host)).map(({ id, name }) => ({ word: id, about: name }))
    // A spec names the form that was made of it.
    return names.includes('--form') ? [...forms, { word: ':files' }] : forms
  }
  return pathsFor(takes)
}

const pathsFor = (placeholder: string): readonly Offer[] =>
  /file/.test(placeholder)
    ? [{ word: ':files' }]
    : /dir|folder/.test(placeholder)
      ? [{ word: ':folders' }]
      : []

const fixed: Readonly<Record<string, readonly string[]>> = {
  'forms types': typeNames,
  'forms schema': typeNames,
  explain: [...codes.keys()],
  completion: shells,
}

const valuesOfArgument = ({ words, argument }: CursorPlace): readonly Offer[] =>
  fixed[words]?.map((word) => ({ word })) ?? pathsFor(argument)

/** The names of the profiles in the settings files. A file with errors is skipped. */
async function profilesOf(host: Host): Promise<readonly string[]> {
  const names = new Set(['default'])
  for (const read of [readProjectFile, readUserFile])
    try {
      for (const name of Object.keys((await read(host))?.config.profiles ?? {})) names.add(name)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  return [...names]
}
