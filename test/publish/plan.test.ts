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
import { rows } from '../support/outcome.ts'

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

/**
 * The name of a case; the specs that are read; the entries of the lock file; the plan. Then, where there are any: specs on the disk
 * that are `elsewhere` than among the read ones, specs that are `unnamed` by the words of the run, contents whose forms the service
 * has no more (`gone`) or that are `closed`, and forms that the lock file has `lost`.
 */
const cases = rows(`
  nothing known | a=X b=Y |  | new a; new b
  nothing changed | a=X b=Y | a=X b=Y | unchanged a=X; unchanged b=Y
  a changed spec keeps its old forms | a=Z | a=Y<X | changed a, before Y<X
  a spec that is gone | a=X | a=X b=Y | unchanged a=X; removed b=Y
  a spec that is gone and was not named | a=X | a=X b=Y | unchanged a=X | unnamed b
  a form that the service has no more | a=X | a=X | gone a, before X | gone X
  a changed spec whose form is gone | a=Z | a=Y<X | gone a, before Y<X | gone Y
  an older content whose form is gone | a=X | a=Y<X | changed a, before Y<X | gone X
  a renamed file whose form is gone | b=X | a=X | new b; removed a=X | gone X
  a renamed file | b=X | a=X | moved b=X from a
  a renamed file that was not named | b=X | a=X | moved b=X from a | unnamed a
  a copied file | a=X b=X | a=X | unchanged a=X; new b
  a copied file alone | b=X | a=X | new b | elsewhere a, unnamed a
  a renamed and changed file | b=Y | a=X | new b; removed a=X
  two files that swapped their names | a=Y b=X | a=X b=Y | moved a=Y from b; moved b=X from a
  a file put in the place of another | a=Y | a=X b=Y<W | moved a=Y<W<X from b
  a copy of what was, and the file changed | a=Z b=X | a=X | new a; moved b=X from a
  a change taken back | a=X | a=Z<Y<X | reverted a=X<Z<Y
  a change taken back under another name | b=X | a=Y<X | new b; removed a=Y<X
  a document before the others | a=N a#2=X a#3=Y | a=X a#2=Y | new a; moved a, document 2=X from a; moved a, document 3=Y from a, document 2
  a document less | a=X a#2=Z | a=X a#2=Y a#3=Z | unchanged a=X; moved a, document 2=Z from a, document 3; removed a, document 4=Y
  a document less, and the next one edited | a=y a#2=Z | a=X a#2=Y a#3=Z | changed a, before Y; moved a, document 2=Z from a, document 3; removed a, document 4=X
  a document less, and the next one edited and renamed | a=N a#2=Z | a=X a#2=Y a#3=Z | new a; moved a, document 2=Z from a, document 3; removed a, document 4=X; removed a, document 5=Y
  documents that swapped their places, both edited | a=y a#2=x | a=X a#2=Y<W | changed a, before Y<W; changed a, document 2, before X
  a document renamed and edited in its place | a=X a#2=N | a=X a#2=Y | unchanged a=X; changed a, document 2, before Y
  documents of one name, both edited | a=x a#2=x | a=X a#2=X | changed a, before X; changed a, document 2, before X
  one of two documents of a name less, the other edited | a=x | a=X a#2=X | new a; removed a, document 3=X; removed a, document 2=X
  a document more before one that is edited | a=N a#2=x | a=X | new a; changed a, document 2, before X
  a document of rows less | a@Acme=y | a@Acme=X a#2@Acme=Y | changed a, row Acme, before Y; removed a, document 3, row Acme=X
  a row less | a@Acme=X | a@Acme=X a@Beta=Y | unchanged a, row Acme=X; removed a, row Beta=Y
  a row with another key | a@Acme=X | a@acme=X | moved a, row Acme=X from a, row acme
  a move within the file before one across files | a#2=X | A=X a#3=X | moved a, document 2=X from a, document 3; removed A=X
  a lock file that is lost | a=X b=Y |  | found a=X; found b=Y | lost a=X b=Y
  a lock file that is lost, and a spec that was changed since | a=Z |  | changed a, before X | lost a=X
  a lock file that is lost, and a file that was renamed | b=X |  | found b=X | lost a=X
  a lock file that is lost, and a spec that is gone | b=Y |  | new b | lost a=X
  a lock file that is lost, and a copied file | a=X b=X |  | found a=X; new b | lost a=X
  a push that was refused | a=Y | a=X | found a=Y<X | lost a=Y
  a form that was made on another branch | a=X | a=X | unchanged a=X | lost a=Y
  a document whose push was refused | a=N a#2=Y | a=X a#2=Y | changed a, before X; unchanged a, document 2=Y | lost a#2=X
  a form that is wanted again | a=X | a=X | recreated a, before X | recreate
  a renamed file whose form is wanted again | b=X | a=X | recreated b, before X | recreate
  a lost form that is wanted again | a=X |  | recreated a, before X | recreate, lost a=X
  a closed form | a=X | a=X | unchanged a=X | closed X
  a change taken back whose form is closed | a=X | a=Y<X | changed a, before Y<X | closed X
  two equal files, one renamed | b=X c=X | a=X b=X | unchanged b=X; moved c=X from a
`)

const splitAt = (text: string): string[] => text.split(' ').filter(Boolean)

describe('the plan for', () => {
  test.each(cases)('%s', (_, wanted = '', locked = '', plan = '', more = '') => {
    const named = (word: string): string[] => splitAt(new RegExp(`${word} ([^,]*)`).exec(more)?.[1] ?? '')
    const forms = splitAt(wanted).map((text) => {
      const { origin, contents } = originOf(text)
      const [content = ''] = contents
      return { origin, name: content.toUpperCase(), content }
    })
    const { changes, removed, renumbered } = planChanges(forms, {
      target,
      entries: splitAt(locked).map(entryOf),
      isElsewhere: (spec) => named('elsewhere').includes(spec),
      isNamed: (spec) => !named('unnamed').includes(spec),
      isGone: (id) => named('gone').includes(id.slice(3)),
      isClosed: (id) => named('closed').includes(id.slice(3)),
      lost: named('lost').map(entryOf),
      isRecreating: more.includes('recreate'),
    })
    const said = changes.map((change) => {
      if (!('entry' in change)) {
        const history = change.history.map(({ id }) => id.slice(3)).join('<')
        return `${change.kind} ${originText(change.form.origin)}${history === '' ? '' : `, before ${history}`}`
      }
      const from = change.kind === 'moved' && change.before ? ` from ${originText(change.before)}` : ''
      return `${change.kind} ${textOf(change.entry)}${from}`
    })
    expect([...said, ...removed.map((entry) => `removed ${textOf(entry)}`)].join('; ')).toBe(plan)
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
    const found = changes.flatMap((change) => (change.kind === 'found' ? ids([change.entry]) : []))
    const expected = [...ids(before), ...found.filter((id) => !ids(before).includes(id))]
    expect(ids(after)).toEqual(expected.toSorted())
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
    const known = {
      target,
      entries,
      isElsewhere: () => false,
      isNamed: () => true,
      isGone: () => false,
      isClosed: () => false,
      lost: [],
      isRecreating: false,
    }
    expect(planChanges(forms, known).changes.every(({ kind }) => kind === 'changed')).toBe(true)
    return reads
  }
  expect(readsOf(2000)).toBeLessThanOrEqual(2 * readsOf(1000))
})
