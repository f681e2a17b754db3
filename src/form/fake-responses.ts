/**
 * Responses of people who do not exist: valid answers, on the paths along which conditions lead, some of them left half-way. The same
 * form, seed and count give the same responses.
 */
import { misuse } from '../failure/failure.ts'
import { headlineOf, typeNamed } from './components.ts'
import { answersIn, holds } from './conditions.ts'
import type { PublishedComponent, PublishedForm } from './form.ts'
import { isRequired, pathThrough, stepsOf } from './form-path.ts'
import { phoneNumber } from './phone-number.ts'
import { readAnswer } from './read-answer.ts'
import { applySave, type AnswerEntry, type ResponseRecord } from './response.ts'
import { defaultStyle } from './style-tokens.ts'
import { inLanguage, languagesOf, translatorFor } from './translations.ts'
import { dayLength } from './typed-values.ts'
import { fakePerson, pick, type FakeFields, type FakeFile, type Faker } from './types/fake.ts'
import { memoized } from './value.ts'

/** A response, and how it was given on the pages of its form. */
export type FakeResponse = {
  /** As a read returns it. */
  readonly record: ResponseRecord
  readonly language: string
  /** When each step was sent, ISO 8601. */
  readonly times: readonly string[]
  /** By question, in the order of the pages; what was skipped has no fields. */
  readonly given: ReadonlyMap<string, { readonly fields: FakeFields; readonly files: readonly FakeFile[] }>
}

export type FakeOptions = {
  readonly seed: number
  readonly count: number
  /** The end of the days in which all are given, and their number; with 0, all are given at the end. */
  readonly until: Date
  readonly days: number
}

/** What a form asks. */
export type AskedForm = Pick<
  PublishedForm,
  'id' | 'name' | 'steps' | 'language' | 'settings' | 'translations'
>

const asPublished = memoized((asked: AskedForm): PublishedForm => ({
  environmentId: '',
  createdAt: '',
  ...asked,
  style: defaultStyle,
}))

/** What hidden fields hold, and what ids begin with. */
export const fakeMark = 'synthetic'

/** The share of people who skip a question that they may skip, and of those who leave at a short first step. */
const [skippingShare, leavingShare] = [0.25, 0.04]

/** The number of tries for an answer before giving up. */
const maxTries = 2000

/** Makes the response of an index, from 0 for the newest. Fails with `usage` if no answer to a question can be made. */
export function fakeResponse(asked: AskedForm, index: number, options: FakeOptions): FakeResponse {
  const { seed, count, until, days } = options
  const random = randomOf([seed, index])
  const below = (limit: number): number => Math.floor(random() * limit)
  const skewed = (limit: number): number => Math.floor(random() ** 2 * limit)
  const happens = (share: number): boolean => random() < share
  // Ids differ from form to form; answers depend only on what is asked.
  const randomId = randomOf([seed, index, ...new TextEncoder().encode(asked.id)])
  const newId = (): string =>
    fakeMark + Array.from({ length: 14 }, () => Math.floor(randomId() * 36).toString(36)).join('')
  const [own = 'en', ...others] = languagesOf(asPublished(asked))
  const language = others.length === 0 || happens(0.6) ? own : pick(others, below)
  const form = inLanguage(asPublished(asked), language)
  const person = fakePerson(below)
  // Most people come early, right after the form was announced.
  let time = until.getTime() - days * dayLength * Math.sqrt((index + random()) / count)
  const hiddenFields = (asked.settings?.hiddenFields ?? []).map((name) => [name, fakeMark])
  const save = {
    environmentId: '',
    formId: asked.id,
    responseId: newId(),
    order: asked.steps.flatMap(({ components }) => components.map(({ questionId }) => questionId)),
    leadId: newId(),
    meta: { ...(others.length > 0 && { language }), ...Object.fromEntries(hiddenFields) },
    person: {
      ip: `192.0.2.${below(254) + 1}`,
      country: pick(['GB', 'DE', 'FR', 'JP', 'BR'], skewed),
      visitedForm: 1 + skewed(3),
    },
  }

  const answer = (component: PublishedComponent, now: string) => {
    const { type, content } = component
    const definition = typeNamed(type)
    if (!definition?.asks) return undefined
    const required = isRequired(component)
    const faker: Faker = { below, skewed, happens, person, isRequired: required, language, now }
    const isSkipped = !required && (definition.answerKind === 'files' || happens(skippingShare))
    for (let attempt = 0; attempt <= maxTries; attempt++) {
      // What is skipped is read, too: some fields of the question may be required.
      const isEmpty = attempt === (isSkipped ? 0 : maxTries)
      const files = isEmpty ? [] : (definition.fakeFiles?.(content) ?? [])
      const fields = isEmpty ? {} : definition.fake(content, faker)
      const stored = ({ text, ...file }: FakeFile) => ({
        ...file,
        size: text.length,
        url: `/api/v1/files/${newId()}`,
      })
      const { response, problems } = readAnswer(definition, content, {
        fields: new Map(Object.entries(fields).map(([field, value]) => [field, [value].flat()])),
        files: files.map(stored),
        referenceData: { phoneNumber },
        isRequired: required,
        language,
        translate: translatorFor(form),
        now,
      })
      const headline = definition.headline(component.own ?? content)
      if (problems.length === 0) return { fields, files, response: response && { ...response, headline } }
    }
    const question = headlineOf(component) || type
    const limits =
      definition.answerKind === 'files'
        ? 'it takes no PDF, text or GIF file'
        : 'its pattern or limits are too narrow'
    throw misuse(`No answer to "${question}" could be made, because ${limits}. Change the question.`)
  }

  const given = new Map<string, NonNullable<ReturnType<typeof answer>>>()
  const times: string[] = []
  let [record, done]: [ResponseRecord | undefined, number] = [undefined, -1]
  for (;;) {
    const data = record?.data ?? []
    const { steps, hidden } = pathThrough(form, data)
    const at = steps.find((step) => step > done)
    const components = stepsOf(form).asking[at ?? 0]?.components ?? []
    const leaving = Math.min(0.4, leavingShare * (1 + times.length + components.length / 4))
    if (record && (record.finished || at === undefined || happens(leaving)))
      return { record, language, times, given }
    done = at ?? 0
    time += 1000 * (5 + below(20 + 15 * components.length))
    const now = new Date(Math.min(time, until.getTime())).toISOString()
    const known = answersIn(data.filter(({ questionId }) => !hidden.has(questionId)))
    const answers: AnswerEntry[] = []
    for (const component of components) {
      const { questionId, visibleIf } = component
      const made = visibleIf && !holds(visibleIf, known) ? undefined : answer(component, now)
      if (made) given.set(questionId, made)
      if (!made?.response) continue
      known.set(questionId, made.response)
      answers.push({ questionId, response: made.response })
    }
    times.push(now)
    const path = pathThrough(form, [...data, ...answers])
    const isFinished = path.steps.at(-1) === done && path.missing.length === 0
    const questionIds = answers.map(({ questionId }) => questionId)
    const step = { at: now, isFinished, questionIds, answers, dropped: [...path.hidden] }
    record = applySave(record, { ...save, ...step }).kept
  }
}

/** Numbers in [0, 1) that some whole numbers decide (sfc32). */
function randomOf(seeds: readonly number[]): () => number {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (const seed of seeds) {
    a ^= seed
    for (let round = 0; round < 12; round++) next()
  }
  return next
}
