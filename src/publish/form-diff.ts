import { isDeepStrictEqual } from 'node:util'
import { headlineOf } from '../form/components.ts'
import type { Form, Step } from '../form/form.ts'
import { isObject } from '../form/value.ts'
import { shortened } from '../form/words.ts'
import { canonicalHash } from './plan.ts'

/** The name of a step, and the text of a question or else its type. */
type Where = { readonly step?: string; readonly question?: string }

/**
 * What changed there. Without `before` the key was added, without `after` removed; a whole step, question or component stands by its
 * name. For `moved`, the steps that a question was in and is in.
 */
export type Difference = Where & { readonly key: string; readonly before?: unknown; readonly after?: unknown }

type Component = Step['components'][number]

/** The differences in the order of the new form. Empty only if the canonical hashes are equal. */
export function formDifferences(before: Form, after: Form): readonly Difference[] {
  // JSON drops what is undefined, makes each part an object of its own, and keeps the shape.
  const copyOf = (form: Form): Form => JSON.parse(JSON.stringify(form)) as Form
  const [old, now] = [copyOf(before), copyOf(after)]
  const [steps, components] = [new Map<Step, Step>(), new Map<Component, Component>()]
  const inSteps = (sign: Sign<Component>): void => {
    for (const step of now.steps) addPairs(components, steps.get(step)?.components, step.components, sign)
  }
  const anywhere = (sign: Sign<Component>): void =>
    addPairs(components, old.steps.flatMap(componentsOf), now.steps.flatMap(componentsOf), sign)
  for (const sign of [({ key }: Step) => key, canonicalHash, nameOf, placeOf])
    addPairs(steps, old.steps, now.steps, sign)
  anywhere(({ key }) => key)
  inSteps(canonicalHash)
  inSteps(headlineOf)
  anywhere(headlineOf)
  // Only what has no key may have become another one of its type.
  inSteps((part, i, of) => (part.key === undefined ? `${part.type} ${placeOf(part, i, of)}` : undefined))
  const homes = new Map(
    old.steps.flatMap((step) => step.components.map((one) => [one, steps.get(step) ?? step])),
  )
  const found = keyDifferences(old, now, {}, 'steps')
  found.push(...orderDifference(old.steps, now.steps, steps, { key: 'steps' }))
  for (const step of now.steps) {
    const [was, where] = [steps.get(step), { step: step.name }]
    if (was) found.push(...keyDifferences(was, step, where, 'components'))
    else found.push({ key: 'step', after: step.name })
    const inStep = { ...where, key: 'components' }
    found.push(...orderDifference(componentsOf(was), step.components, components, inStep))
    for (const is of step.components) {
      const one = components.get(is)
      const inQuestion = { ...where, question: nameOf(is) }
      const from = one && homes.get(one)
      if (from && from !== step)
        found.push({ ...inQuestion, key: 'moved', before: from.name, after: step.name })
      if (one) found.push(...keyDifferences(one, is, inQuestion, 'content'))
      if (one) found.push(...keyDifferences(one.content, is.content, inQuestion))
      else if (was) found.push({ ...where, key: kindOf(is), after: nameOf(is) })
    }
    for (const one of componentsOf(was))
      if (!components.has(one)) found.push({ ...where, key: kindOf(one), before: nameOf(one) })
  }
  const gone = old.steps.filter((step) => !steps.has(step))
  return [...found, ...gone.map(({ name }) => ({ key: 'step', before: name }))]
}

const componentsOf = (step: Step | undefined): readonly Component[] => step?.components ?? []
const nameOf = (part: Step | Component): string => (isStep(part) ? part.name : headlineOf(part) || part.type)
const isStep = (part: Step | Component): part is Step => Array.isArray(part['components'])
const kindOf = (component: Component): string => (headlineOf(component) ? 'question' : 'component')

/** What a part of a list is known by. */
type Sign<Part> = (part: Part, i: number, list: readonly Part[]) => string | undefined
const placeOf: Sign<unknown> = (_, i, { length }) => `${i} of ${length}`

/** Pairs what is left of both lists by equal signs, the first with the first. Each pair stands under both of its parts. */
function addPairs<Part>(
  pairs: Map<Part, Part>,
  before: readonly Part[] = [],
  after: readonly Part[],
  sign: Sign<Part>,
): void {
  const bySign = (list: readonly Part[]): ReadonlyMap<string, readonly Part[]> =>
    Map.groupBy(list, (part, i) => (pairs.has(part) ? '' : (sign(part, i, list) ?? '')))
  const left = bySign(before)
  for (const [token, parts] of bySign(after))
    for (const [i, now] of token === '' ? [] : parts.entries()) {
      const old = left.get(token)?.[i]
      if (old) pairs.set(old, now).set(now, old)
    }
}

/** Whether what both lists have stands in another order. */
function orderDifference<Part extends Step | Component>(
  before: readonly Part[],
  after: readonly Part[],
  pairs: ReadonlyMap<Part, Part>,
  where: Difference,
): readonly Difference[] {
  const [here, there] = [new Set(after), new Set<Part | undefined>(before)]
  const old = before.flatMap((part) => pairs.get(part) ?? []).filter((part) => here.has(part))
  const now = after.filter((part) => there.has(pairs.get(part)))
  return isDeepStrictEqual(old, now) ? [] : [{ ...where, before: old.map(nameOf), after: now.map(nameOf) }]
}

/** The keys that differ; for settings and translations, the keys within. */
function keyDifferences(old: object, now: object, where: Where, without = ''): Difference[] {
  const [before, after] = [membersOf(old), membersOf(now)]
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    return key === without || isDeepStrictEqual(was, is) ? [] : [{ ...where, key, before: was, after: is }]
  })
}

const membersOf = (whole: object): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(whole).flatMap(([key, value]): (readonly [string, unknown])[] =>
      /^(settings|translations)$/.test(key) && Object.keys(value).length > 0
        ? Object.entries(value).map(([inner, each]) => [`${key}.${inner}`, each])
        : [[key === 'sourceFormId' ? 'source form' : key, value]],
    ),
  )

/** A line such as `step "About you", "Your e-mail": required: false → true`; long texts are cut around their first difference. */
export function differenceText({ step, question, key, before, after }: Difference): string {
  const where = [step && `step ${shown(step)}`, question && shown(question)].filter(Boolean).join(', ')
  return [where, changeText(key, before, after)].filter(Boolean).join(': ')
}

function changeText(key: string, before: unknown, after: unknown): string {
  if (key === 'moved') return `moved from step ${shown(before)}`
  if (before === undefined) return `${key} added: ${shown(after)}`
  if (after === undefined) return `${key} removed: ${shown(before)}`
  const [old, now] = [entriesOf(before), entriesOf(after)]
  if (!old || !now) return `${key}: ${shown(before, after)} → ${shown(after, before)}`
  const added = [...now.difference(old)].map((entry) => `+ ${shortened(entry)}`)
  const removed = [...old.difference(now)].map((entry) => `− ${shortened(entry)}`)
  return `${key}: ${firstOf([...added, ...removed], 6).join(', ') || 'another order'}`
}

function entriesOf(value: unknown): ReadonlySet<string> | undefined {
  if (Array.isArray(value)) return new Set(value.map((entry) => JSON.stringify(entry)))
  if (!isObject(value)) return undefined
  return new Set(Object.entries(value).map((entry) => entry.map((one) => JSON.stringify(one)).join(': ')))
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
