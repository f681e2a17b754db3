/** Pages that are the same for everybody: drawn once, kept, and compressed once. */
import { randomUUID } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Draft } from '../../form/draft.ts'
import type { Html } from '../../html/html.ts'
import type { ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { componentsOf, stepsOf } from './form-steps.ts'
import { drawPage, type DrawnPage, type Page } from './layout.ts'
import { saysNothing, type Asked } from './prefill.ts'
import { stepPage } from './step-page.ts'
import { isConditional } from './way.ts'

type StepOfVisit = {
  readonly form: PublishedForm
  readonly stepIndex: number
  readonly token: string
  /** The id of this load of the page. */
  readonly writer: string
  readonly record?: ResponseRecord
  readonly draft?: Draft
  readonly above?: Html
  readonly asked?: Asked
}

/** Stand for the token and the writer in a page that is kept. No text of a form can hold them. */
const placeholders = { token: randomUUID(), writer: randomUUID() }

// A store gives the same object as long as a form is unchanged.
const kept = new WeakMap<PublishedForm, Map<number, KeptPage>>()

type KeptPage = DrawnPage & { readonly template: PageTemplate }

/** A step as it is drawn for a visit. One that shows no answer looks the same for everybody, but for the token: it is drawn once. */
export async function drawStep(visit: StepOfVisit): Promise<DrawnPage> {
  const { form, stepIndex, token, writer, above, asked } = visit
  if (above || isPersonal(form, stepIndex) || (asked && !saysNothing(asked)) || showsAnswers(visit))
    return drawPage(await stepPage(visit))
  const pages = kept.get(form) ?? new Map<number, KeptPage>()
  kept.set(form, pages)
  const page = pages.get(stepIndex) ?? keptPage(await stepPage({ form, stepIndex, ...placeholders }))
  pages.set(stepIndex, page)
  return { ...page, ...page.template.withTexts([token, writer]) }
}

function keptPage(page: Page): KeptPage {
  const drawn = drawPage(page)
  return { ...drawn, template: templateOf(drawn.text, [placeholders.token, placeholders.writer]) }
}

/** Whether a step has its options in an order of each person's own, or depends on answers to others. */
function isPersonal(form: PublishedForm, stepIndex: number): boolean {
  if (isConditional(form)) return true
  const step = stepsOf(form).asked[stepIndex]
  return step !== undefined && componentsOf(step).some(({ page, content }) => page.isPersonal?.(content))
}

/** Whether a step shows something of a response: an answer of its own, or the e-mail address that a scheduler takes. */
function showsAnswers({ form, stepIndex, record, draft = [] }: StepOfVisit): boolean {
  if (!record) return false
  const components = stepsOf(form).asked[stepIndex]?.components ?? []
  return components.some(
    ({ type, questionId }) =>
      type === 'SchedulerScreen' ||
      type === 'Scheduler' ||
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
  readonly text: string
  /** The same as gzip (RFC 1952). It costs a copy: only the texts are new, and they stand in it as they are. */
  readonly gzip: () => Buffer
}

/** The template of a page in which each name stands once. The texts of `withTexts` have the order of the names. */
export function templateOf(page: string, names: readonly string[]): PageTemplate {
  const found = names
    .map((name, index) => ({ name, index, at: page.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
  const cuts = [...found, { name: '', index: -1, at: page.length }]
  const parts = cuts.map(({ at }, i) => {
    const before = cuts[i - 1]
    return page.slice(before ? before.at + before.name.length : 0, at)
  })
  const plain = parts.map((part) => Buffer.from(part))
  // A full flush ends at a byte, and nothing after it refers to what stands before.
  const packed = plain.map((part) => deflateRawSync(part, { level: 9, finishFlush: constants.Z_FULL_FLUSH }))
  return {
    withTexts(texts) {
      const filled = found.map(({ index }) => texts[index] ?? '')
      return {
        text: parts.map((part, i) => part + (filled[i] ?? '')).join(''),
        gzip: () => gzipOf(plain, { packed, between: filled.map((text) => Buffer.from(text)) }),
      }
    },
  }
}

type Pieces = { readonly packed: readonly Buffer[]; readonly between: readonly Buffer[] }

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

function gzipOf(plain: readonly Buffer[], { packed, between }: Pieces): Buffer {
  const chunks: Uint8Array[] = [header]
  let [sum, size] = [0, 0]
  for (const [i, part] of plain.entries()) {
    const text = between[i]
    sum = crc32(part, sum)
    size += part.length
    chunks.push(packed[i] ?? lastBlock)
    if (!text) continue
    sum = crc32(text, sum)
    size += text.length
    chunks.push(storedBlock(text.length), text)
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([...chunks, lastBlock, trailer])
}

/** The head of a block of so many bytes that stand as they are (RFC 1951, section 3.2.4); at most 65,535. */
function storedBlock(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(0xffff - length, 3)
  return head
}
