import { canonicalContent, componentTypes } from '../components.ts'
import { isTypeName, pageQueryNames } from '../schema.ts'
import { offersOther } from '../types/choices.ts'
import { repeatsIn, childOf, isObject, type JsonObject, type Path, valueAt } from '../value.ts'
import { keyFor, nearest, quote, type Nearest } from '../words.ts'
import { keyOf, listIn, stepsIn, textIn, type Part, type View, defineRule, replaceBy } from './rule.ts'
import { keyMeant } from '../repair/tool-words.ts'
import { conditionExample } from './wrong-type.ts'
import { possibleAnswers, sampleOf, type PossibleAnswers } from './possible-answers.ts'

/** A key of a question or step that is not a valid name, or that addresses of pages use. */
export const questionKey = defineRule<{ key: unknown; what: 'question' | 'step'; isTaken: boolean }>({
  code: 'question-key',
  severity: 'error',
  *check({ form, parts, faultsOf }) {
    for (const { path } of faultsOf('pattern'))
      if (path.at(-1) === 'key') {
        const what = path.includes('components') ? 'question' : 'step'
        yield { path, marks: 'value', args: { key: valueAt(form, path), what, isTaken: false } }
      }
    for (const part of parts) {
      const key = keyOf(part)
      if (key !== undefined && pageQueryNames.includes(key))
        yield { path: [...part.path, 'key'], marks: 'value', args: { key, what: 'question', isTaken: true } }
    }
  },
  sentence: ({ key, what }) => `${quote(key)} cannot be the key of a ${what}.`,
  help: ({ key, isTaken }) =>
    isTaken
      ? 'The addresses of pages use this name themselves. Choose another one.'
      : `Begin with a lower-case letter, and use only lower-case letters, digits and "_", up to 63 characters: "${keyFor(key)}".`,
})

/** One key of two questions, so that their answers would be ambiguous. */
export const duplicateQuestionKey = defineRule<{ key: string; first: string }>({
  code: 'duplicate-question-key',
  severity: 'error',
  *check({ parts }) {
    for (const [{ path }, before, key] of repeatsIn(parts, keyOf)) {
      const [, step, , component] = before.path
      const first = `component ${Number(component) + 1} of step ${Number(step) + 1}`
      yield { path: [...path, 'key'], marks: 'value', args: { key, first } }
    }
  },
  sentence: ({ key, first }) =>
    `The key ${quote(key)} appears a second time in the form; ${first} has it, too.`,
  help: () => 'Choose another key: the answers of the two could not be told apart.',
})

/** A condition of any shape, and the position up to which it may refer to questions. */
type LocatedCondition = { readonly value: unknown; readonly path: Path; readonly before: Place }

/** The place of a component: the index of its step, and its own. */
type Place = readonly [step: number, component: number]

const isBefore = ([step, component]: Place, before: Place): boolean =>
  step < before[0] || (step === before[0] && component < before[1])

/** Every condition of a form. A component may refer to components above it, `next` also to those of its own step. */
export function* conditionsIn(view: View): Iterable<LocatedCondition> {
  for (const step of stepsIn(view)) {
    const stepIndex = step.index
    yield { value: step.value['visibleIf'], path: [...step.path, 'visibleIf'], before: [stepIndex, 0] }
    for (const [i, entry] of (listIn(step, 'next') ?? []).entries())
      yield { value: childOf(entry, 'if'), path: [...step.path, 'next', i, 'if'], before: [stepIndex + 1, 0] }
    for (const [i, component] of (listIn(step, 'components') ?? []).entries())
      yield {
        value: childOf(component, 'visibleIf'),
        path: [...step.path, 'components', i, 'visibleIf'],
        before: [stepIndex, i],
      }
  }
}

/** Every condition that is not a list of `any` or `all`; an object of a wrong shape counts as one. */
export function* leavesIn(view: View): Iterable<LocatedCondition> {
  for (const placed of conditionsIn(view)) yield* within(placed)
}

function* within(placed: LocatedCondition): Iterable<LocatedCondition> {
  const { value, path } = placed
  if (!isObject(value)) return
  const lists = ['any', 'all'].filter((key) => Array.isArray(value[key]))
  if (lists.length !== 1 || Object.keys(value).length > 1) yield placed
  for (const key of lists)
    for (const [i, inner] of (listIn({ value }, key) ?? []).entries())
      yield* within({ ...placed, value: inner, path: [...path, key, i] })
}

/** The components with a key. */
const componentsByKey = ({ parts }: View): ReadonlyMap<string | undefined, readonly Part[]> =>
  Map.groupBy(parts, keyOf)

/** The keys of questions, each with its place. */
const questionsOf = ({ parts }: View): ReadonlyMap<string, Place> =>
  new Map(
    parts.flatMap((part) => {
      const key = keyOf(part)
      return key === undefined ? [] : [[key, [Number(part.path[1]), Number(part.path[3])]] as const]
    }),
  )

const operators = ['is', 'isNot', 'in', 'contains', 'over', 'under', 'answered']
const conditionKeys = ['question', 'any', 'all', ...operators]

/** A condition with no test, with several, or with an unknown key. */
export const conditionShape = defineRule<{ problem: string; meant: string | undefined }>({
  code: 'condition-shape',
  severity: 'error',
  *check(view) {
    const questions = questionsOf(view)
    for (const { value, path } of leavesIn(view)) {
      const problem = isObject(value) ? problemOf(value) : undefined
      if (problem === undefined || !isObject(value)) continue
      const [[key, answer] = ['', undefined]] = Object.entries(value)
      const isText = typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean'
      const isShort = isText && Object.keys(value).length === 1 && questions.has(key)
      const stray = Object.keys(value).find((one) => !conditionKeys.includes(one))
      const near = stray === undefined ? undefined : keyMeant(stray, conditionKeys)
      const meant = isShort
        ? `Write it as ${conditionExample(key, 'is', String(answer))}.`
        : near && `Did you mean ${quote(near.word)}?`
      yield { path, marks: 'value', args: { problem, meant } }
    }
  },
  sentence: ({ problem }) => `This condition ${problem}.`,
  help: ({ meant }) =>
    meant ??
    `Write a question and one of ${operators.join(', ')}, as in ${conditionExample()}; or "any" or "all" alone, with a list of conditions.`,
})

/** What is wrong with the shape of a condition that is not a list of `any` or `all`. */
function problemOf(value: JsonObject): string | undefined {
  const keys = Object.keys(value)
  const stray = keys.find((key) => !conditionKeys.includes(key))
  if (stray !== undefined) return `has the key ${quote(stray)}, which conditions do not have`
  // The rule wrong-type reports a value that is not a list.
  if (keys.includes('any') || keys.includes('all'))
    return keys.length > 1 ? 'has more than a list' : undefined
  if (!keys.includes('question')) return 'names no question'
  const used = keys.filter((key) => key !== 'question')
  if (used.length === 1) return undefined
  return used.length === 0
    ? 'does not say what the answer has to be'
    : `has both ${used.slice(0, 2).join(' and ')}`
}

/** A condition on one question. */
export type Leaf = {
  readonly question: string
  readonly operator: string
  readonly value: unknown
  readonly path: Path
}

/** The condition, if it has the right shape; otherwise an empty list. */
export function leafOf(value: unknown, path: Path): readonly Leaf[] {
  if (!isObject(value)) return []
  const question = textIn({ value }, 'question')
  const operator = operators.find((one) => Object.hasOwn(value, one))
  if (question === undefined || operator === undefined || problemOf(value) !== undefined) return []
  const wanted = value[operator]
  const hasRightType = wantedTypes[operator]?.(wanted) ?? wanted !== undefined
  return hasRightType ? [{ question, operator, value: wanted, path }] : []
}

const wantedTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  in: Array.isArray,
  contains: (value) => typeof value === 'string',
  answered: (value) => typeof value === 'boolean',
}

/** A condition with the path of its value; each entry of `in` is one by itself. */
export function entriesOf(leaf: Leaf): readonly Leaf[] {
  const { operator, value, path } = leaf
  const entries = operator === 'in' && Array.isArray(value) ? value : []
  if (entries.length === 0) return [{ ...leaf, path: [...path, operator] }]
  const { question } = leaf
  return entries.map((entry: unknown, i) => {
    return { question, operator: 'is', value: entry, path: [...path, 'in', i] }
  })
}

/** Gives the possible answers to a question, or to a row or field of one. */
export type Answers = (reference: string) => PossibleAnswers | undefined

export function answersIn(view: View): Answers {
  const byKey = componentsByKey(view)
  let left = maxLookups
  const known = new Map<string, PossibleAnswers | undefined>()
  return (reference) => {
    if ((left -= 1) < 0) return undefined
    if (!known.has(reference)) known.set(reference, answersTo(reference, byKey.get(keyIn(reference))))
    return known.get(reference)
  }
}

// No form has so many conditions; a hostile one may have a hundred thousand.
const maxLookups = 5000

function answersTo(reference: string, named: readonly Part[] = []): PossibleAnswers | undefined {
  const [part, ...more] = named
  const type = part?.value['type']
  const content = part?.value['content']
  // Another rule reports two questions with one key.
  if (!isTypeName(type) || !isObject(content) || more.length > 0) return undefined
  const field = reference.slice(keyIn(reference).length + 1)
  return possibleAnswers(type, canonicalContent(type, content), field === '' ? undefined : field)
}

type Reference = { readonly named: string; readonly near: Nearest | undefined } & (
  | { readonly what: 'question' | 'step' }
  | {
      readonly what: 'row' | 'field'
      readonly of: string
      readonly known: readonly string[]
      readonly isOption: boolean
    }
)

/** Finds the rows or fields of a question by its key; undefined if it has none or they are not known. */
function fieldsIn(view: View): (key: string) => Fields | undefined {
  const byKey = componentsByKey(view)
  const found = new Map<string, Fields | undefined>()
  return (key) => {
    if (!found.has(key)) found.set(key, fieldsOfOne(byKey.get(key)))
    return found.get(key)
  }
}

type Fields = { readonly what: 'row' | 'field'; readonly known: ReadonlySet<string> }

function fieldsOfOne([part, ...more]: readonly Part[] = []): Fields | undefined {
  const { type, content } = part?.value ?? {}
  // Another rule reports two questions with one key, or a question without rows.
  if (!isTypeName(type) || !isObject(content) || more.length > 0) return undefined
  const { answerKind, fields } = componentTypes[type]
  const known = fields?.(canonicalContent(type, content))
  // The members of a file or a booking depend on more than the form.
  const isOpen = answerKind === 'files' || answerKind === 'booking'
  if (known?.length === 0 || (known === undefined && isOpen)) return undefined
  return {
    what: answerKind === 'rows' ? 'row' : 'field',
    known: new Set(known ?? (offersOther(content) ? ['other'] : [])),
  }
}

/** A condition on a question, row or field that the form does not have, or `next` to a step that it does not have. */
export const unknownQuestion = defineRule<Reference>({
  code: 'unknown-question',
  severity: 'error',
  hasFix: true,
  *check(view) {
    const questions = questionsOf(view)
    const [fields, answers] = [fieldsIn(view), answersIn(view)]
    for (const { value, path } of leavesIn(view)) {
      const named = isObject(value) ? textIn({ value }, 'question') : undefined
      if (named === undefined) continue
      const questionPath = [...path, 'question']
      const of = keyIn(named)
      if (!questions.has(of)) {
        const key = nearest(of, [...questions.keys()].slice(0, 100))
        const near = key && { ...key, word: key.word + named.slice(of.length) }
        yield {
          path: questionPath,
          marks: 'value',
          args: { named: of, near, what: 'question' },
          fix: replaceBy(questionPath, near),
        }
      }
      const field = named.slice(of.length + 1)
      const its = named === of ? undefined : fields(of)
      if (!its || its.known.has(field)) continue
      const known = [...its.known]
      const near = nearest(field, known.slice(0, 100))
      const isOption = answers(of)?.options.includes(field) ?? false
      const args = { named: field, near, what: its.what, of, known, isOption }
      yield {
        path: questionPath,
        marks: 'value',
        args,
        fix: replaceBy(questionPath, near && { ...near, word: `${of}.${near.word}` }),
      }
    }
    const keys = stepsIn(view).flatMap((step) => textIn(step, 'key') ?? [])
    for (const { named, path } of nextTargets(view)) {
      if (keys.includes(named)) continue
      const near = nearest(named, keys)
      yield { path, marks: 'value', args: { named, near, what: 'step' }, fix: replaceBy(path, near) }
    }
  },
  sentence: (args) =>
    'of' in args
      ? `The question ${quote(args.of)} has no ${args.what} ${quote(args.named)}.`
      : `No ${args.what} of the form has the key ${quote(args.named)}.`,
  help: (args) => {
    if (args.near) return `Did you mean "${args.near.word}"?`
    if ('of' in args)
      return args.known.length === 0
        ? `Its answer has no fields: write "question: ${args.of}"${args.isOption ? ` and "is: ${args.named}"` : ''}.`
        : `It has ${sampleOf(args.known)}.`
    return `Give the ${args.what} this "key", or name one that has a key.`
  },
})

/** A condition on a question that is asked later, or `next` to an earlier step. */
export const laterQuestion = defineRule<{ named: string; what: 'question' | 'step' }>({
  code: 'later-question',
  severity: 'error',
  *check(view) {
    const questions = questionsOf(view)
    for (const { value, path, before } of leavesIn(view)) {
      const named = isObject(value) ? textIn({ value }, 'question') : undefined
      const place = named === undefined ? undefined : questions.get(keyIn(named))
      if (named === undefined || place === undefined || isBefore(place, before)) continue
      yield { path: [...path, 'question'], marks: 'value', args: { named, what: 'question' } }
    }
    const places = new Map(stepsIn(view).map((step) => [textIn(step, 'key'), step.index]))
    for (const { named, path, step } of nextTargets(view))
      if ((places.get(named) ?? Infinity) <= step.index)
        yield { path, marks: 'value', args: { named, what: 'step' } }
  },
  sentence: ({ named, what }) =>
    what === 'step'
      ? `The step ${quote(named)} is not after this one, so nothing can lead there.`
      : `The question ${quote(named)} is not asked before this is decided.`,
  help: ({ what }) =>
    what === 'step' ? 'Lead to a later step.' : 'Move the question up, or use one that is asked before.',
})

const keyIn = (reference: string): string => reference.split('.', 1)[0] ?? ''

/** Every target of `next`. */
function* nextTargets(view: View): Iterable<{
  readonly named: string
  readonly path: Path
  readonly step: Part & { readonly index: number }
}> {
  for (const step of stepsIn(view))
    for (const [i, entry] of (listIn(step, 'next') ?? []).entries()) {
      const named = childOf(entry, 'to')
      if (typeof named === 'string') yield { named, step, path: [...step.path, 'next', i, 'to'] }
    }
}

/** An ending that redirects to a host which the form does not allow. */
export const redirectHost = defineRule<{ host: string | undefined }>({
  code: 'redirect-host',
  severity: 'error',
  *check(view) {
    const allowed = childOf(childOf(view.form, 'settings'), 'redirectHosts')
    for (const step of stepsIn(view)) {
      const redirect = textIn(step, 'redirect')
      if (redirect === undefined) continue
      const url = URL.parse(redirect)
      const host = url?.protocol === 'https:' ? url.hostname : undefined
      if (host === undefined || !Array.isArray(allowed) || !allowed.includes(host))
        yield { path: [...step.path, 'redirect'], marks: 'value', args: { host } }
    }
  },
  sentence: ({ host }) =>
    host === undefined
      ? 'A redirect needs a complete address that begins with https://.'
      : `The form does not allow redirects to ${host}.`,
  help: ({ host }) =>
    host === undefined
      ? 'Write it like https://www.example.com/thanks.'
      : `Add ${quote(host)} to "redirectHosts" in the settings of the form.`,
})
