/** Pages that are the same for everybody: drawn once, kept, and compressed once. */
import { randomUUID } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { typeNamed } from '../../form/components.ts'
import type { PublishedForm } from '../../form/form.ts'
import { componentsOf, stepsOf } from './form-steps.ts'
import { remembered } from '../remember.ts'
import { drawPage, type DrawnPage, type Page } from './layout.ts'
import { saysNothing } from './prefill.ts'
import { stepPage, type StepVisit } from './step-page.ts'
import { isConditional } from './way.ts'

/** Stand for what is each visit's own in a page that is kept. No text of a form can hold them. */
const placeholders = { token: randomUUID(), writer: randomUUID(), task: randomUUID() }

// A store gives the same object as long as a form is unchanged.
const keptPages = remembered((_form: PublishedForm) => new Map<number, KeptPage>())

type KeptPage = DrawnPage & { readonly template: PageTemplate }

/** A step as it is drawn for a visit. What looks the same for everybody, but for the token and the task, is drawn once. */
export async function drawStep(visit: StepVisit): Promise<DrawnPage> {
  const { form, stepIndex, token, writer, task } = visit
  const pages = keptPages(form)
  const before = pages.get(stepIndex)
  if (!isForAll(visit) || (!before && isPersonal(form, stepIndex))) return drawPage(await stepPage(visit))
  const shared = { ...placeholders, task: task && placeholders.task }
  const page = before ?? keptPage(await stepPage({ form, stepIndex, ...shared }))
  pages.set(stepIndex, page)
  return { ...page, ...page.template.withTexts([token, writer, task ?? '']) }
}

/** Whether a visit sees of a step what everybody sees. */
function isForAll(visit: StepVisit): boolean {
  const { above, notice, again, isSent, prefill, isChange } = visit
  const isAsFirst = !above && notice === undefined && !again && isSent !== true && isChange !== true
  return isAsFirst && (!prefill || saysNothing(prefill)) && !showsAnswers(visit)
}

function keptPage(page: Page): KeptPage {
  const drawn = drawPage(page)
  const { token, writer, task } = placeholders
  return { ...drawn, template: templateOf(drawn.text(), [token, writer, task]) }
}

/** Whether a step has its options in an order of each person's own, or depends on answers to others. */
function isPersonal(form: PublishedForm, stepIndex: number): boolean {
  if (isConditional(form)) return true
  const step = stepsOf(form).asking[stepIndex]
  return step !== undefined && componentsOf(step).some(({ page, content }) => page.isPersonal?.(content))
}

/** Whether a step shows something of a response: an answer of its own, or the e-mail address that a scheduler takes. */
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

/** A page that is the same for everybody but for a few short texts, kept as it is and compressed. */
export type PageTemplate = {
  /** The page with its texts filled in, as long as each holds no markup. */
  readonly withTexts: (texts: readonly string[]) => FilledPage
}

type FilledPage = {
  readonly text: () => string
  /** The same as gzip (RFC 1952). It costs a copy: only what stands between the first and the last text is not compressed. */
  readonly gzip: () => Buffer
}

/**
 * The template of a page in which each name stands once. The texts of `withTexts` have the order of the names. The names stand close
 * together.
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

type Packed = { readonly plain: Buffer; readonly packed: Buffer; readonly sum: number }

function packed(text: string): Packed {
  const plain = Buffer.from(text)
  // A full flush ends at a byte, and nothing after it refers to what stands before.
  const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
  return { plain, packed: deflateRawSync(plain, options), sum: crc32(plain) }
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

function gzipOf(before: Packed, between: Buffer, after: Packed): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sumOf(after.plain, sumOf(between, before.sum)), 0)
  trailer.writeUInt32LE(before.plain.length + between.length + after.plain.length, 4)
  const stored = storedBlock(between.length)
  return Buffer.concat([header, before.packed, stored, between, after.packed, lastBlock, trailer])
}

/** The check sum of bytes that follow others. Node 22 gives 0 for none, whatever stands before. */
const sumOf = (bytes: Buffer, before: number): number => (bytes.length === 0 ? before : crc32(bytes, before))

/** The head of a block of so many bytes that stand as they are (RFC 1951, section 3.2.4); at most 65,535. */
function storedBlock(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(0xffff - length, 3)
  return head
}
