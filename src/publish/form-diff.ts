import { isDeepStrictEqual } from 'node:util'
import { headlineOf } from '../form/components.ts'
import type { Form, Step } from '../form/form.ts'
import { childOf, isObject, type JsonObject } from '../form/value.ts'
import { shortened } from '../form/words.ts'
import { canonicalHash } from './plan.ts'

/** The name of a step, and the text of a question or else its type. */
type Where = { readonly step?: string; readonly question?: string | undefined }

/**
 * What changed there. Without `before` the key was added, without `after` removed; a whole step, question or component stands by its
 * name. For `moved`, the steps that a question was in and is in.
 */
export type Difference = Where & { readonly key: string; readonly before?: unknown; readonly after?: unknown }

type Component = Step['components'][number]
/** What both forms have: each pair under both of its parts. */
type Pairs<Part> = Map<Part, { readonly id: number; readonly old: Part; readonly now: Part }>
/** What a part is known by, if anything: itself, the id of the last pair before it, the part before it. */
type Sign<Part> = (part: Part, gap: number, previous: Part | undefined) => string | undefined

/** The differences in the order of the new form, with what was removed where it was. Empty only if the canonical hashes are equal. */
export function formDifferences(before: Form, after: Form): readonly Difference[] {
  // JSON drops what is undefined, makes each part an object of its own, and keeps the shape.
  const copyOf = (form: Form): Form => JSON.parse(JSON.stringify(form)) as Form
  const [old, now] = [copyOf(before), copyOf(after)]
  const [steps, components]: [Pairs<Step>, Pairs<Component>] = [new Map(), new Map()]
  const pairAll = (sign: Sign<Component>): void =>
    addPairs(components, old.steps.flatMap(componentsOf), now.steps.flatMap(componentsOf), [sign])
  const pairInSteps = (...signs: readonly Sign<Component>[]): void => {
    for (const is of now.steps) addPairs(components, componentsOf(steps.get(is)?.old), is.components, signs)
  }
  pairAll(({ key }) => key)
  addPairs(steps, old.steps, now.steps, stepSigns)
  // Equal questions are looked for in their own step first.
  pairInSteps((part, _, previous) => canonicalHash({ previous, part }), canonicalHash, identityOf, headlineOf)
  pairAll(identityOf)
  // Only a question without a key may have become another one of its type.
  const reworded = ({ type, key }: Component, like: string | number): string | undefined =>
    key === undefined ? `${type} ${like}` : undefined
  pairInSteps(
    (part) => reworded(part, headlineOf(part).slice(0, 12)),
    (part, gap) => reworded(part, gap),
  )
  const found = keyDifferences(old, now, {}, 'steps')
  const nameOf = (step: Step): string => (steps.get(step)?.now ?? step).name
  const homes = new Map(old.steps.flatMap((step) => step.components.map((one) => [one, nameOf(step)])))
  for (const { old: was, now: is, isMoved } of merged(old.steps, now.steps, steps)) {
    const step = is?.name ?? ''
    if (isMoved) found.push({ step, key: 'moved' })
    if (was && is) found.push(...keyDifferences(was, is, { step }, 'components'))
    else found.push({ key: 'step', before: was?.name, after: is?.name })
    for (const row of merged(componentsOf(was), componentsOf(is), components)) {
      const [one, other] = [row.old, row.now]
      const [a, question] = [one, other].map((part) => part && (headlineOf(part) || part.type))
      const where = { step, question }
      if (one && row.isMoved) found.push({ ...where, key: 'moved', before: homes.get(one), after: step })
      if (one && other) found.push(...keyDifferences(one, other, where, 'content'))
      if (one && other) found.push(...keyDifferences(one.content, other.content, where))
      else if (was && is)
        found.push({
          step,
          key: identityOf(one ?? other) ? 'question' : 'component',
          before: a,
          after: question,
        })
    }
  }
  return found
}

const componentsOf = (step: Step | undefined): readonly Component[] => step?.components ?? []

const identityOf = (one: Component | undefined): string | undefined =>
  one && headlineOf(one) && `${one.type} ${headlineOf(one)}`

const stepSigns: readonly Sign<Step>[] = [
  ({ key }) => key,
  canonicalHash,
  ({ name }) => name,
  ({ components }) => components.map(identityOf).find(Boolean),
  ({ components }) => components.map(identityOf).findLast(Boolean),
  ({ components }, gap) => [gap, ...components.map(({ type }) => type)].join(' '),
]

/** Pairs what is left of both lists by each sign in turn, the first with the first. */
function addPairs<Part>(
  pairs: Pairs<Part>,
  before: readonly Part[],
  after: readonly Part[],
  signs: readonly Sign<Part>[],
): void {
  for (const sign of signs) {
    const bySign = (list: readonly Part[]): Map<string | undefined, Part[]> => {
      let gap = -1
      return Map.groupBy(list, (part, i) => {
        gap = pairs.get(part)?.id ?? gap
        return pairs.has(part) ? undefined : sign(part, gap, list[i - 1]) || undefined
      })
    }
    const left = bySign(before)
    for (const [token, parts] of bySign(after))
      for (const [i, now] of token === undefined ? [] : parts.entries()) {
        const old = left.get(token)?.[i]
        if (old) for (const part of [old, now]) pairs.set(part, { id: pairs.size >> 1, old, now })
      }
  }
}

type Row<Part> = { readonly old?: Part | undefined; readonly now?: Part; readonly isMoved?: boolean }

/** Both lists as one. What is not in the longest sequence that both have in one order was moved. */
function merged<Part>(
  before: readonly Part[],
  after: readonly Part[],
  pairs: Pairs<Part>,
): readonly Row<Part>[] {
  type Chain = { readonly place: number; readonly rest: Chain | undefined }
  const places = new Map<Part | undefined, number>(before.map((part, place) => [part, place]))
  const placeOf = (part: Part): number => places.get(pairs.get(part)?.old) ?? -1
  // Of the sequences of each length, the one that ends first in the old list.
  const chains: Chain[] = []
  for (const place of after.map(placeOf).filter((one) => one >= 0)) {
    const length = chains.findLastIndex((chain) => chain.place < place) + 1
    chains[length] = { place, rest: chains[length - 1] }
  }
  const kept = new Set<number>()
  for (let chain = chains.at(-1); chain; chain = chain.rest) kept.add(chain.place)
  let at = -1
  const rows = after.map((now) => {
    const isKept = kept.has(placeOf(now))
    if (isKept) at = placeOf(now)
    return { at, old: pairs.get(now)?.old, now, isMoved: pairs.has(now) && !isKept }
  })
  const gone = before.flatMap((old, place) => (pairs.has(old) ? [] : { at: place, old }))
  return [...rows, ...gone].toSorted((a, b) => a.at - b.at)
}

/** The keys that differ; for settings, translations and conditions, the keys within. */
function keyDifferences(
  old: JsonObject,
  now: JsonObject,
  where: Where,
  without = '',
  prefix = '',
): Difference[] {
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].flatMap((key) => {
    const [before, after] = [childOf(old, key), childOf(now, key)]
    if ((prefix === '' && key === without) || isDeepStrictEqual(before, after)) return []
    const [was, is] = /^(settings|translations)$/.test(key) ? [before ?? {}, after ?? {}] : [before, after]
    const isNested = prefix === '' && isObject(was) && isObject(is)
    const inner = isNested ? keyDifferences(was, is, where, '', `${key}.`) : []
    const name = key === 'sourceFormId' ? 'source form' : `${prefix}${key}`
    return inner.length > 0 ? inner : [{ ...where, key: name, before, after }]
  })
}

/** A line such as `step "About you", "Your e-mail": required: false → true`; long texts are cut around their first difference. */
export function differenceText({ step, question, key, before, after }: Difference): string {
  const where = [step && `step ${shown(step)}`, question && shown(question)].filter(Boolean).join(', ')
  return [where, changeText(key, before, after)].filter(Boolean).join(': ')
}

function changeText(key: string, before: unknown, after: unknown): string {
  if (key === 'moved') return before === after ? key : `moved from step ${shown(before)}`
  if (before === undefined) return `${key} added: ${shown(after)}`
  if (after === undefined) return `${key} removed: ${shown(before)}`
  const [old, now] = [entryTexts(before), entryTexts(after)]
  if (!old || !now) return `${key}: ${shown(before, after)} → ${shown(after, before)}`
  const texts = [
    ...surplus(now, old).map((text) => `+ ${text}`),
    ...surplus(old, now).map((text) => `− ${text}`),
  ]
  return `${key}: ${firstOf(texts, 6).join(', ') || 'another order'}`
}

const entryTexts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value)
    ? value.map((entry) => JSON.stringify(entry))
    : isObject(value)
      ? Object.entries(value).map((entry) => entry.map((one) => JSON.stringify(one)).join(': '))
      : undefined

/** What a list has more often than another. */
function surplus(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = Map.groupBy(other, (text) => text)
  return list.filter((text) => !left.get(text)?.pop()).map((text) => shortened(text))
}

/** A value in about 60 characters, those around its first difference to another. */
function shown(value: unknown, other: unknown = value): string {
  const textOf = (one: unknown): string => (typeof one === 'string' ? one : JSON.stringify(one))
  const [text, otherText] = [textOf(value), textOf(other)]
  const same = [...Array(text.length + 1).keys()].find((i) => text[i] !== otherText[i]) ?? 0
  const part = shortened(same < 40 ? text : `…${text.slice(same - 20).replace(/^[\uDC00-\uDFFF]/, '')}`)
  return typeof value === 'string' ? JSON.stringify(part) : part
}

const firstOf = (texts: readonly string[], most: number): readonly string[] =>
  texts.length > most ? [...texts.slice(0, most), `and ${texts.length - most} more`] : texts

/** The differences as lines, at most so many and one for the others. */
export const differenceLines = (differences: readonly Difference[], most = 10): readonly string[] =>
  firstOf(differences.map(differenceText), most)
