/** Puts the two sides of a merged lock file together: the texts beside git's marks, and the entries of both. */
import {
  entryKey,
  hasForm,
  lockedForm,
  newestFirst,
  originKey,
  versionsOf,
  withForms,
  type FormVersion,
  type LockedForm,
} from './lock-entries.ts'

/** One side of a text with merge marks: its lines, each with its number in the whole text, from 1. */
export type Side = readonly { readonly text: string; readonly number: number }[]

type Part = Side[number] | { readonly ours: Part[]; readonly theirs: Part[] }

/** Merges within merges; git makes them where a file is merged again before its marks were resolved. */
const maxDepth = 4

/**
 * The sides of a text: it alone where it has no marks, and all ways to choose ours or theirs where it has some. A number: the line of
 * a mark without its counterpart. The common ancestor, which some settings of git write between `|||||||` and `=======`, is left out.
 */
export function sidesOf(text: string): readonly Side[] | number {
  const root: Part[] = []
  const open: { readonly ours: Part[]; readonly theirs: Part[]; into: Part[]; readonly number: number }[] = []
  let deepest = 0
  for (const [i, line] of text.split('\n').entries()) {
    const mark = /^(?:<{7,}|\|{7,}|={7,}|>{7,})(?= |\r?$)/.exec(line)?.[0][0]
    const conflict = open.at(-1)
    const into = conflict?.into ?? root
    if (mark === '<') {
      const [ours, theirs]: [Part[], Part[]] = [[], []]
      into.push({ ours, theirs })
      open.push({ ours, theirs, into: ours, number: i + 1 })
      deepest = Math.max(deepest, open.length)
    } else if (mark === undefined) into.push({ text: line, number: i + 1 })
    else if (!conflict) return i + 1
    else if (mark === '>') open.pop()
    else conflict.into = mark === '=' ? conflict.theirs : []
  }
  const [unclosed] = open
  if (unclosed) return unclosed.number
  if (deepest > maxDepth) return 1
  return Array.from({ length: 2 ** deepest }, (_, choice) => linesOf(root, choice))
}

/** The lines of one side; each bit of `choice` chooses at its depth. */
const linesOf = (parts: readonly Part[], choice: number): Side =>
  parts.flatMap((part) =>
    'text' in part ? [part] : linesOf(choice & 1 ? part.theirs : part.ours, choice >> 1),
  )

/** Two forms of one spec, one from each side of a merge. */
type Twin = { readonly kept: LockedForm; readonly former: LockedForm }

export type MergedForms = { readonly forms: readonly LockedForm[]; readonly twins: readonly Twin[] }

/**
 * The entries of all sides. Entries that have a form in common, and entries of one spec, become one, unless they are different documents
 * of a file. The newest form is the current one, the others are its history.
 */
export function mergedForms(sides: readonly (readonly LockedForm[])[]): MergedForms {
  const ofMany = new Set(sides.flat().flatMap(({ spec, document }) => (document === undefined ? [] : spec)))
  const signsOf = (entry: LockedForm): readonly string[] => [
    ...versionsOf(entry).map(({ id }) => JSON.stringify([id, entry.baseUrl, entry.environmentId])),
    // Two entries of a place are of one form, unless their names show two documents of one file.
    JSON.stringify([entryKey(entry), ofMany.has(entry.spec) ? entry.name : '']),
  ]
  const groups = new Map<string, ReadonlySet<LockedForm>>()
  for (const entry of sides.flat()) {
    const group = new Set([...signsOf(entry).flatMap((sign) => Array.from(groups.get(sign) ?? [])), entry])
    for (const sign of [...group].flatMap(signsOf)) groups.set(sign, group)
  }
  const merged = new Map<string, LockedForm>()
  const twins: Twin[] = []
  for (const group of new Set(groups.values())) {
    const [newest, ...others] = newestFirst([...group])
    if (!newest) continue
    const versions = new Map(others.flatMap(versionsOf).map((version) => [version.id, version]))
    for (const version of versionsOf(newest)) versions.set(version.id, version)
    versions.delete(newest.id)
    const history = others.length > 0 ? newestFirst([...versions.values()]) : (newest.history ?? [])
    const document = merged.has(entryKey(newest)) ? nextDocument(newest, merged) : newest.document
    const kept = lockedForm({ origin: { ...newest, document }, target: newest, version: newest, history })
    merged.set(entryKey(kept), kept)
    for (const former of others)
      if (!hasForm(former, newest.id) && !hasForm(newest, former.id)) twins.push({ kept, former })
  }
  return { forms: withForms([], { put: [...merged.values()] }), twins }
}

const nextDocument = ({ spec }: LockedForm, merged: ReadonlyMap<string, LockedForm>): number =>
  1 +
  [...merged.values()].reduce((last, one) => Math.max(last, one.spec === spec ? (one.document ?? 1) : 1), 1)

/** An id that stands for two contents, or on one side in two entries of a service. */
export function contradiction(sides: readonly (readonly LockedForm[])[]): string | undefined {
  const twice = (forms: readonly LockedForm[], of: (version: FormVersion, form: LockedForm) => string) => {
    const seen = new Map<string, string>()
    for (const form of forms)
      for (const version of versionsOf(form)) {
        const key = JSON.stringify([version.id, form.baseUrl, form.environmentId])
        const value = of(version, form)
        if ((seen.get(key) ?? value) !== value) return version.id
        seen.set(key, value)
      }
    return undefined
  }
  const inTwoPlaces = sides.flatMap((side) => twice(side, (_, form) => originKey(form)) ?? [])
  return inTwoPlaces[0] ?? twice(sides.flat(), ({ content }) => content)
}
