import type { FastifyReply } from 'fastify'
import type { PublishedForm } from '../../form/form.ts'
import { textsOf } from '../../form/languages.ts'
import type { FormCall } from './visit.ts'
import { sendDrawn, drawPage, type DrawnPage, type Page } from './layout.ts'
import { newPageId } from '../keys.ts'
import { isCookieless, keepSession, tokenOf, type Session } from './session.ts'
import { taskFor } from './spam.ts'
import { type StepVisit, stepPage } from './step-page.ts'
import { randomUUID } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { typeNamed } from '../../form/components.ts'
import { componentsOf, stepsOf, isConditional } from './form-steps.ts'
import { memoized } from '../../form/value.ts'
import { isEmptyPrefill } from './prefill.ts'
/** The notice on the page after a step, where one of its answers was changed elsewhere. */
export const newerNotice = ({ language }: PublishedForm, hasNewer: boolean): string | undefined =>
  hasNewer ? textsOf(language).page.changedElsewhere : undefined

export type StepToSend = Omit<StepVisit, 'token' | 'writer' | 'isCookieless' | 'isChange' | 'task'> & {
  readonly session: Session
  /** The page that was sent, where this page continues it. */
  readonly writer?: string | undefined
}

/** Sends the page of a step, with the token of the session in the page and in the cookie. */
export async function sendStep(
  { session, writer, ...step }: StepToSend,
  { request, reply, deps }: FormCall,
): Promise<FastifyReply> {
  const { form, stepIndex } = step
  const token = tokenOf(session, form.id, deps)
  keepSession(reply, session, { form, token })
  const visit = {
    ...step,
    token,
    writer: writer ?? newPageId(deps.randomBytes),
    isCookieless: isCookieless(request, session),
    isChange: session.isChange,
    task: await taskFor({ form, session, stepIndex }, deps),
  }
  return sendDrawn(reply, await drawStep(visit), visit.isCookieless || request.method === 'POST')
}

/** Placeholders in a cached page for the values of a visit. Random, so that no text of a form contains them. */
const placeholders = { token: randomUUID(), writer: randomUUID(), task: randomUUID() }

// A store gives the same object as long as a form is unchanged.
const cachedPages = memoized((_form: PublishedForm) => new Map<number, CachedPage>())

type CachedPage = DrawnPage & { readonly template: PageTemplate }

/** The page of a step for a visit. A page that differs only by its token, writer and task is drawn once. */
async function drawStep(visit: StepVisit): Promise<DrawnPage> {
  const { form, stepIndex, token, writer, task } = visit
  const pages = cachedPages(form)
  const known = pages.get(stepIndex)
  if (!isForAll(visit) || (!known && isPersonal(form, stepIndex))) return drawPage(await stepPage(visit))
  const shared = { ...placeholders, task: task && placeholders.task }
  const page = known ?? cachedPage(await stepPage({ form, stepIndex, ...shared }))
  pages.set(stepIndex, page)
  return { ...page, ...page.template.withTexts([token, writer, task ?? '']) }
}

/** Whether a visit shows a step as everybody sees it. */
function isForAll(visit: StepVisit): boolean {
  const { above, notice, again, isSent, prefill, isChange } = visit
  const isAsFirst = !above && notice === undefined && !again && isSent !== true && isChange !== true
  return isAsFirst && (!prefill || isEmptyPrefill(prefill)) && !showsAnswers(visit)
}

function cachedPage(page: Page): CachedPage {
  const drawn = drawPage(page)
  const { token, writer, task } = placeholders
  return { ...drawn, template: templateOf(drawn.text(), [token, writer, task]) }
}

/** Whether a step shuffles its options for each person, or depends on answers to other steps. */
function isPersonal(form: PublishedForm, stepIndex: number): boolean {
  if (isConditional(form)) return true
  const step = stepsOf(form).asking[stepIndex]
  return step !== undefined && componentsOf(step).some(({ page, content }) => page.isPersonal?.(content))
}

/** Whether a step shows a part of the response: an answer, or the e-mail address for a scheduler. */
function showsAnswers({ form, stepIndex, record, draft = [] }: StepVisit): boolean {
  if (!record) return false
  const components = stepsOf(form).asking[stepIndex]?.components ?? []
  return components.some(
    ({ type, questionId }) =>
      typeNamed(type)?.showsEmail === true ||
      record.data.some((entry) => entry.questionId === questionId) ||
      draft.some((one) => one.questionId === questionId && one.typed !== undefined),
  )
}

/** A page with a few short placeholders, as text and compressed. */
type PageTemplate = {
  /** The page with its placeholders replaced. The texts must not contain markup. */
  readonly withTexts: (texts: readonly string[]) => {
    readonly text: () => string
    /** The same as gzip (RFC 1952). Cheap: only the part from the first to the last text is not compressed. */
    readonly gzip: () => Buffer
  }
}

/**
 * The template of a page that contains each placeholder once, close together. The texts of `withTexts` have the order of `names`.
 */
export function templateOf(page: string, names: readonly string[]): PageTemplate {
  const found = names
    .map((name, index) => ({ name, index, at: page.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  const cuts = [...found, { name: '', index: -1, at: page.length }]
  const [start = '', ...rest] = cuts.map(({ at }, i) => {
    const before = cuts[i - 1]
    return page.slice(before ? before.at + before.name.length : 0, at)
  })
  const end = rest.pop() ?? ''
  const [before, after] = [packed(start), packed(end)]
  return {
    withTexts(texts) {
      const filled = found.map(({ index }, i) => (texts[index] ?? '') + (rest[i] ?? '')).join('')
      return { text: () => start + filled + end, gzip: () => gzipOf(before, Buffer.from(filled), after) }
    },
  }
}

type CompressedPart = { readonly plain: Buffer; readonly packed: Buffer; readonly sum: number }

function packed(text: string): CompressedPart {
  const plain = Buffer.from(text)
  // A full flush ends at a byte boundary, and later data does not refer to earlier data.
  const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
  return { plain, packed: deflateRawSync(plain, options), sum: crc32(plain) }
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

function gzipOf(before: CompressedPart, between: Buffer, after: CompressedPart): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sumOf(after.plain, sumOf(between, before.sum)), 0)
  trailer.writeUInt32LE(before.plain.length + between.length + after.plain.length, 4)
  const stored = storedBlock(between.length)
  return Buffer.concat([header, before.packed, stored, between, after.packed, lastBlock, trailer])
}

/** The checksum of bytes that follow others. Node 22 returns 0 for an empty buffer. */
const sumOf = (bytes: Buffer, before: number): number => (bytes.length === 0 ? before : crc32(bytes, before))

/** The header of an uncompressed block (RFC 1951, section 3.2.4) of at most 65,535 bytes. */
function storedBlock(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(0xffff - length, 3)
  return head
}
