import type { EdgeValue } from './edges.ts'
import { eventsOf, kindOf, kinds, type Knowing } from './events.ts'
import type { Kernel } from './memory.ts'
import { flags, type Border, type Meaning, type Step } from './steps.ts'

/** An edge that was taught, and where the record stands that it was taught of. */
export type TaughtEdge = {
  readonly at: number
  readonly state: number
  readonly target: number
  readonly value: EdgeValue
  readonly events: readonly number[]
}

/** Edges that differ in some texts. */
export type Pattern = Omit<TaughtEdge, 'at'> & {
  readonly texts: readonly Text[]
  readonly told: Told
  /** The literal, without the texts: what stands before each, and behind the last one. */
  readonly pieces: readonly Uint8Array[]
}

/** What the texts of an edge tell. */
export type Told = {
  readonly formId: string
  readonly questionId: string
  readonly headline: string
  readonly type: string
}

type Tells = 'formId' | 'questionId' | 'headline'

/** A text, and the part of the edge that it ends: what goes on otherwise behind it is read by parts, also by who can't have edges made. */
export type Text = {
  readonly tells: Tells
  /** Bytes of the part before it. */
  readonly lead: number
  readonly part: Omit<TaughtEdge, 'at'>
}

type Patterned = Knowing & {
  readonly kernel: Pick<Kernel, 'bytes'>
  readonly stateOf: (border: Border) => number
}

/** As of `mostTexts` in assembly/patterns.ts. */
const mostTexts = 4

/** The pattern of an edge; undefined where it has none, or such that don't tell all of a question. */
export function patternOf(patterned: Patterned, edge: TaughtEdge, run: readonly Step[]): Pattern | undefined {
  const bytes = patterned.kernel.bytes()
  const texts: Text[] = []
  const pieces: Uint8Array[] = []
  const told: { -readonly [Name in keyof Told]: string } = {
    formId: '',
    questionId: '',
    headline: '',
    type: '',
  }
  let [state, from] = [edge.state, edge.at + (run[0]?.from ?? 0)]
  for (const step of run) {
    const target = patterned.stateOf(step.border)
    const meaning = step.meanings.find(isVarying)
    if (meaning) {
      const { tells, text } = textOf(meaning)
      const begin = beginOf(bytes, text, edge.at + step.to - 1)
      if (begin === undefined) return undefined
      const part = { state, target, value: bare, events: eventsOf(patterned, step.meanings) }
      texts.push({ tells, lead: begin - edge.at - step.from, part })
      pieces.push(bytes.slice(from, begin))
      from = edge.at + step.to - 1
      told[tells] = text
      if (meaning.kind === 'tell') told.type = meaning.entry.type
    }
    state = target
  }
  pieces.push(bytes.slice(from, edge.at + (run.at(-1)?.to ?? 0)))
  return isWhole(edge, texts) ? { ...edge, texts, told, pieces } : undefined
}

const bare: EdgeValue = { flags: flags.bare, column: 0, name: 0 }

type Varying = Extract<Meaning, { readonly kind: 'form' | 'tell' }>

const isVarying = (meaning: Meaning): meaning is Varying =>
  meaning.kind === 'form' ||
  (meaning.kind === 'tell' && (meaning.name === 'questionId' || meaning.name === 'headline'))

const textOf = (meaning: Varying): { readonly tells: Tells; readonly text: string } =>
  meaning.kind === 'form'
    ? { tells: 'formId', text: meaning.formId }
    : { tells: meaning.name === 'questionId' ? 'questionId' : 'headline', text: meaning.text ?? '' }

const encoder = new TextEncoder()
const quote = 0x22

/** Where a text begins that ends at a byte; undefined where it has, or may have, an escape. */
function beginOf(bytes: Uint8Array, text: string, end: number): number | undefined {
  const begin = end - encoder.encode(text).length
  const isPlain = bytes[begin - 1] === quote && bytes[end] === quote && !/["\\]/.test(text)
  return isPlain ? begin : undefined
}

/** Whether the texts are a form, or a question of which all is told at once, or both. */
function isWhole({ events }: TaughtEdge, texts: readonly Text[]): boolean {
  const count = (tells: Tells): number => texts.filter((text) => text.tells === tells).length
  const kindsOf = events.filter((_, i) => i % 2 === 0).map(kindOf)
  const templates = kindsOf.filter((kind) => kind === kinds.template).length
  const isApart = kindsOf.includes(kinds.questionId) || kindsOf.includes(kinds.headline)
  return (
    texts.length > 0 &&
    texts.length <= mostTexts &&
    !isApart &&
    templates === count('questionId') &&
    templates <= 1 &&
    count('headline') <= templates &&
    count('formId') <= 1
  )
}
