import { describe, expect, test } from 'vitest'
import {
  lockedForm,
  originKey,
  originText,
  versionsOf,
  withForms,
  type Origin,
} from '../../src/publish/lock-entries.ts'
import { planChanges } from '../../src/publish/plan.ts'
import type { LockedForm } from '../../src/publish/generated/lock.ts'

const target = { baseUrl: 'https://forms.example', environmentId: 'env-1' }

/** `a`, `a#2` (its second document), `a@Acme` (a row): each with the letter of its content, `a=X`; `x` is another content of the name X. */
function originOf(text: string): { origin: Origin; contents: string[] } {
  const [place = '', ...contents] = text.split(/[=<]/)
  const [, spec = '', document, row] = /^([^#@]*)(?:#(\d+))?(?:@(.*))?$/.exec(place) ?? []
  const origin: Origin = {
    spec,
    ...(document === undefined ? {} : { document: Number(document) }),
    ...(row === undefined ? {} : { row }),
  }
  return { origin, contents }
}

const versionOf = (content: string) => ({
  content,
  name: content.toUpperCase(),
  id: `id-${content}`,
  url: `/s/${content}`,
  created: '2026-03-01T09:00:00.000Z',
})

/** `a=Y<X`: the entry of a is Y, and was X before. */
function entryOf(text: string): LockedForm {
  const { origin, contents } = originOf(text)
  const [version, ...history] = contents.map(versionOf)
  if (!version) throw new Error(text)
  return lockedForm({ origin, target, version, history })
}

const textOf = (entry: LockedForm): string =>
  `${originText(entry)}=${[entry, ...(entry.history ?? [])].map(({ id }) => id.slice(3)).join('<')}`

type Case = {
  readonly wanted: string
  readonly locked: string
  readonly plan: readonly string[]
  /** Specs on the disk that are not among the read ones. */
  readonly elsewhere?: readonly string[]
  /** Specs that the words of the run do not name. */
  readonly unnamed?: readonly string[]
  /** Contents whose forms the service has no more. */
  readonly gone?: readonly string[]
}

const cases: Readonly<Record<string, Case>> = {
  'nothing known': { wanted: 'a=X b=Y', locked: '', plan: ['new a', 'new b'] },
  'nothing changed': { wanted: 'a=X b=Y', locked: 'a=X b=Y', plan: ['unchanged a=X', 'unchanged b=Y'] },
  'a changed spec keeps its old forms': { wanted: 'a=Z', locked: 'a=Y<X', plan: ['changed a, before Y<X'] },
  'a spec that is gone': { wanted: 'a=X', locked: 'a=X b=Y', plan: ['unchanged a=X', 'removed b=Y'] },
  'a spec that is gone and was not named': {
    wanted: 'a=X',
    locked: 'a=X b=Y',
    unnamed: ['b'],
    plan: ['unchanged a=X'],
  },
  'a form that the service has no more': {
    wanted: 'a=X',
    locked: 'a=X',
    gone: ['X'],
    plan: ['gone a, before X'],
  },
  'a changed spec whose form is gone': {
    wanted: 'a=Z',
    locked: 'a=Y<X',
    gone: ['Y'],
    plan: ['gone a, before Y<X'],
  },
  'an older content whose form is gone': {
    wanted: 'a=X',
    locked: 'a=Y<X',
    gone: ['X'],
    plan: ['changed a, before Y<X'],
  },
  'a renamed file whose form is gone': {
    wanted: 'b=X',
    locked: 'a=X',
    gone: ['X'],
    plan: ['new b', 'removed a=X'],
  },
  'a renamed file': { wanted: 'b=X', locked: 'a=X', plan: ['moved b=X from a'] },
  'a renamed file that was not named': {
    wanted: 'b=X',
    locked: 'a=X',
    unnamed: ['a'],
    plan: ['moved b=X from a'],
  },
  'a copied file': { wanted: 'a=X b=X', locked: 'a=X', plan: ['unchanged a=X', 'new b'] },
  'a copied file alone': { wanted: 'b=X', locked: 'a=X', elsewhere: ['a'], unnamed: ['a'], plan: ['new b'] },
  'a renamed and changed file': { wanted: 'b=Y', locked: 'a=X', plan: ['new b', 'removed a=X'] },
  'two files that swapped their names': {
    wanted: 'a=Y b=X',
    locked: 'a=X b=Y',
    plan: ['moved a=Y from b', 'moved b=X from a'],
  },
  'a file put in the place of another': {
    wanted: 'a=Y',
    locked: 'a=X b=Y<W',
    plan: ['moved a=Y<W<X from b'],
  },
  'a copy of what was, and the file changed': {
    wanted: 'a=Z b=X',
    locked: 'a=X',
    plan: ['new a', 'moved b=X from a'],
  },
  'a change taken back': { wanted: 'a=X', locked: 'a=Z<Y<X', plan: ['reverted a=X<Z<Y'] },
  'a change taken back under another name': {
    wanted: 'b=X',
    locked: 'a=Y<X',
    plan: ['new b', 'removed a=Y<X'],
  },
  'a document before the others': {
    wanted: 'a=N a#2=X a#3=Y',
    locked: 'a=X a#2=Y',
    plan: ['new a', 'moved a, document 2=X from a', 'moved a, document 3=Y from a, document 2'],
  },
  'a document less': {
    wanted: 'a=X a#2=Z',
    locked: 'a=X a#2=Y a#3=Z',
    plan: ['unchanged a=X', 'moved a, document 2=Z from a, document 3', 'removed a, document 4=Y'],
  },
  'a document less, and the next one edited': {
    wanted: 'a=y a#2=Z',
    locked: 'a=X a#2=Y a#3=Z',
    plan: ['changed a, before Y', 'moved a, document 2=Z from a, document 3', 'removed a, document 4=X'],
  },
  'a document less, and the next one edited and renamed': {
    wanted: 'a=N a#2=Z',
    locked: 'a=X a#2=Y a#3=Z',
    plan: [
      'new a',
      'moved a, document 2=Z from a, document 3',
      'removed a, document 4=X',
      'removed a, document 5=Y',
    ],
  },
  'documents that swapped their places, both edited': {
    wanted: 'a=y a#2=x',
    locked: 'a=X a#2=Y<W',
    plan: ['changed a, before Y<W', 'changed a, document 2, before X'],
  },
  'a document renamed and edited in its place': {
    wanted: 'a=X a#2=N',
    locked: 'a=X a#2=Y',
    plan: ['unchanged a=X', 'changed a, document 2, before Y'],
  },
  'documents of one name, both edited': {
    wanted: 'a=x a#2=x',
    locked: 'a=X a#2=X',
    plan: ['changed a, before X', 'changed a, document 2, before X'],
  },
  'one of two documents of a name less, the other edited': {
    wanted: 'a=x',
    locked: 'a=X a#2=X',
    plan: ['new a', 'removed a, document 3=X', 'removed a, document 2=X'],
  },
  'a document more before one that is edited': {
    wanted: 'a=N a#2=x',
    locked: 'a=X',
    plan: ['new a', 'changed a, document 2, before X'],
  },
  'a document of rows less': {
    wanted: 'a@Acme=y',
    locked: 'a@Acme=X a#2@Acme=Y',
    plan: ['changed a, row Acme, before Y', 'removed a, document 3, row Acme=X'],
  },
  'a row less': {
    wanted: 'a@Acme=X',
    locked: 'a@Acme=X a@Beta=Y',
    plan: ['unchanged a, row Acme=X', 'removed a, row Beta=Y'],
  },
  'a row with another key': {
    wanted: 'a@Acme=X',
    locked: 'a@acme=X',
    plan: ['moved a, row Acme=X from a, row acme'],
  },
  'a move within the file before one across files': {
    wanted: 'a#2=X',
    locked: 'A=X a#3=X',
    plan: ['moved a, document 2=X from a, document 3', 'removed A=X'],
  },
  'two equal files, one renamed': {
    wanted: 'b=X c=X',
    locked: 'a=X b=X',
    plan: ['unchanged b=X', 'moved c=X from a'],
  },
}

const splitAt = (text: string): string[] => (text === '' ? [] : text.split(' '))

describe('the plan for', () => {
  test.each(Object.entries(cases))('%s', (_name, { wanted, locked, plan, ...more }) => {
    const { elsewhere = [], unnamed = [], gone: lost = [] } = more
    const forms = splitAt(wanted).map((text) => {
      const { origin, contents } = originOf(text)
      const [content = ''] = contents
      return { origin, name: content.toUpperCase(), content }
    })
    const { changes, removed, renumbered } = planChanges(forms, {
      target,
      entries: splitAt(locked).map(entryOf),
      isElsewhere: (spec) => elsewhere.includes(spec),
      isNamed: (spec) => !unnamed.includes(spec),
      isGone: (id) => lost.includes(id.slice(3)),
    })
    const said = changes.map((change) => {
      if (!('entry' in change)) {
        const history = change.history.map(({ id }) => id.slice(3)).join('<')
        return `${change.kind} ${originText(change.form.origin)}${history === '' ? '' : `, before ${history}`}`
      }
      const from = change.kind === 'moved' && change.before ? ` from ${originText(change.before)}` : ''
      return `${change.kind} ${textOf(change.entry)}${from}`
    })
    expect([...said, ...removed.map((entry) => `removed ${textOf(entry)}`)]).toEqual(plan)
    // No two entries of the lock file are for one origin, and no form that stood in it is lost.
    const settled = changes.flatMap((change) =>
      'entry' in change && change.before ? [{ before: change.before, entry: change.entry }] : [],
    )
    const moves = [...settled, ...renumbered]
    const put = moves.map(({ entry }) => entry)
    expect(new Set(put.map(originKey)).size).toBe(put.length)
    const before = splitAt(locked).map(entryOf)
    const after = withForms(before, { without: moves.map((move) => move.before), put })
    const ids = (entries: readonly LockedForm[]): string[] =>
      entries.flatMap((entry) => versionsOf(entry).map(({ id }) => id)).toSorted()
    expect(ids(after)).toEqual(ids(before))
  })
})

test.each<[string, (i: number) => object]>([
  ['each in a file of its own', (i) => ({ spec: `f${i}.yaml` })],
  ['rows of one file', (i) => ({ spec: 'f.yaml', row: `r${i}` })],
])('the work for thousands of changed forms of one name grows with their number: %s', (_, placeOf) => {
  const readsOf = (size: number): number => {
    let reads = 0
    const forms = Array.from({ length: size }, (__, i) => ({
      get origin(): Origin {
        reads += 1
        return { spec: '', ...placeOf(i) }
      },
      name: 'X',
      content: `new ${i}`,
    }))
    const entries = forms.map(({ origin }, i) =>
      lockedForm({ origin, target, version: { ...versionOf('x'), content: `old ${i}` }, history: [] }),
    )
    const known = { target, entries, isElsewhere: () => false, isNamed: () => true, isGone: () => false }
    expect(planChanges(forms, known).changes.every(({ kind }) => kind === 'changed')).toBe(true)
    return reads
  }
  expect(readsOf(2000)).toBeLessThanOrEqual(2 * readsOf(1000))
})
