import { Failure } from '../failure.ts'
import type { Host } from './host.ts'
import type { Sourced } from './settings/settings.ts'

/** A word of the command line and what it was given as. */
export type Placed = { readonly place: string; readonly text: string }

/** Where the keys stand that a text is compared with. */
export type KnownKeys = Pick<Host, 'env' | 'storedKeys'>

/** Refuses a key among the words of a run, whose place is known; it is not repeated. */
export function refuseKeyGiven(words: readonly Placed[], host: KnownKeys): void {
  const word = words.find(({ text }) => holdsKey(text, host))
  if (word) throw keyGiven(word.place)
}

/** A key, or what most likely is one, in the place of something else on the command line. */
export const keyGiven = (place: string): Failure =>
  Failure.of('usage', {
    problem: `An API key was given in the place of ${place}, so nothing was done. It now stands in the history of the shell, and others could see it among the processes: have it replaced if anyone else can read these. ${rightWay}`,
  })

/** What is wrong with a key among words that make no sense. */
export const keyOnLine = (): string =>
  `An API key never stands on a command line, where others and the history of the shell see it: if it did just now, have it replaced. ${rightWay}`

const rightWay =
  'Run formctl login, set FORMCTL_API_KEY, or give --api-key-stdin, or --api-key-file with the name of a file.'

/** Refuses a setting that holds a key, before it comes onto a screen or into the path of a call. */
export function refuseKeySet({ value, source }: Sourced<string>, host: KnownKeys): void {
  if (!holdsKey(value, host)) return
  if (source.startsWith('--')) throw keyGiven(source)
  throw keySet(source)
}

/** A key in a variable or a settings file, where something else is read. */
export const keySet = (source: string): Failure =>
  Failure.of('config-invalid', {
    path: source,
    problem: `it holds an API key in the place of something else. Take it out, and have it replaced if others saw it. ${rightWay}`,
  })

/** Whether an API key stands in a text: one as our service makes them, or one that this run was given or may find stored. */
export function holdsKey(text: string, host: KnownKeys): boolean {
  if (isKey.test(text) || wholeKey.test(text) || keyInAddress.test(text)) return true
  return knownKeys(host).some((key) =>
    // A short one may be a part of other words.
    key.length >= 20 ? text.includes(key) : key.length >= 8 && text === key,
  )
}

/** The keys of whatever form that this run knows before it asks for one. */
export const knownKeys = ({ env, storedKeys = [] }: KnownKeys): readonly string[] => [
  env['FORMCTL_API_KEY'] ?? '',
  ...storedKeys,
]

// By itself or behind the name of a variable; `./fctl_customers` is the way to name a folder.
const isKey = /^([\w.-]*=)?fctl_[\w-]{8,}$/
const wholeKey = /fctl_[\w-]{43}/
const keyInAddress = /^\w+:\/\/.*fctl_[\w-]{8,}/

/** Whether a name looks more like a secret of some service than like what a person would choose. */
export const isSecretLike = (text: string): boolean =>
  /^[\w+=~-]{20,}$/.test(text) &&
  (/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/.test(text) ||
    /^[\da-f-]{32,}$/.test(text) ||
    /^[a-z]+_([a-z]+_)?(?=.*\d)[\da-z]{16,}$/.test(text))
