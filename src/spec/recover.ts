import { visit } from 'yaml'
import { check } from '../form/check.ts'
import { applyEdits } from './apply-edits.ts'
import type { Lines } from './lines.ts'
import { placed, type OpenDocument } from './open-document.ts'
import type { PlacedFinding } from './placed.ts'
import { repairsOf, withoutLine, type Repair } from './repairs.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** What a text holds as far as it can be read. */
export type Readable = {
  readonly text: string
  readonly lines: Lines
  readonly documents: readonly OpenDocument[]
}

/** A text that was read on behind what breaks it, with as many lines as before. */
export type Recovered = Readable & {
  /** What broke it, where it stands in the author's text. */
  readonly broken: readonly PlacedFinding[]
  /** The lines that were read otherwise than they are written, from 1. */
  readonly touched: ReadonlySet<number>
}

/**
 * Reads on behind each fault that breaks the structure of a document, so that all faults are found in one run. What
 * was meant is tried out: only a change of the faulty lines after which the text can be read to another place further
 * down is believed. What cannot be read on keeps its fault, as it stands.
 */
export function recover(readable: Readable, read: (text: string) => Readable | undefined): Recovered {
  const [broken, touched] = [Array.from<PlacedFinding>([]), new Set<number>()]
  let now = readable
  let stuck = 0
  const room = { characters: most.characters }
  const attempt = (text: string): Readable | undefined => {
    room.characters -= text.length
    return room.characters < 0 ? undefined : read(text)
  }
  while (broken.length < most.faults && room.characters > 0) {
    const fault = breakBehind(now, stuck)
    if (!fault) break
    const mended = mend(now, { fault, stuck, touched, attempt })
    if (mended) {
      broken.push(...mended.faults)
      for (const line of mended.lines) touched.add(line)
      now = mended.readable
    } else stuck = placeOf(now, fault).line
  }
  return { ...now, broken, touched }
}

/** How far it goes. So many characters are read within a quarter of a second; a spec of usual size fits a hundred times. */
const most = { faults: 200, characters: 400_000 }

const placeOf = ({ lines }: Readable, fault: TextFault): PlacedFinding => placed(fault, lines)

/** What breaks the first document that is broken below a line. */
const breakBehind = (readable: Readable, line: number): TextFault | undefined =>
  readable.documents.flatMap((it) => it.breaks ?? []).find((it) => placeOf(readable, it).line > line)

type Mending = {
  readonly fault: TextFault
  /** The line of the last fault behind which nothing could be read. */
  readonly stuck: number
  readonly touched: ReadonlySet<number>
  readonly attempt: (text: string) => Readable | undefined
}

type Mended = {
  readonly readable: Readable
  readonly faults: readonly PlacedFinding[]
  readonly lines: readonly number[]
}

function mend(before: Readable, mending: Mending): Mended | undefined {
  const { fault } = mending
  const repairs = repairsOf(fault, before.text)
  if (repairs.length === 0) return undefined
  return bestOf(repairs, before, mending) ?? bestOf([withoutLine(fault, before.text)], before, mending)
}

/**
 * The best of the ways to read on: one that leads to the end, or else to a fault that is there to be seen, or else
 * furthest; among those, to the form with the least wrong.
 */
function bestOf(
  repairs: readonly Repair[],
  before: Readable,
  { fault, stuck, touched, attempt }: Mending,
): Mended | undefined {
  const { lines } = before
  const { line } = placed(fault, lines)
  let best: (Mended & { readonly reach: number; readonly wrong: number }) | undefined
  for (const repair of repairs) {
    const changed = repair.map(({ start }) => lines.rangeOf(start, start).line)
    if (changed.some((one) => touched.has(one))) continue
    const readable = attempt(applyEdits(before.text, repair))
    if (!readable) break
    const next = breakBehind(readable, stuck)
    const stop = next ? placeOf(readable, next).line : Infinity
    if (next && !isFurther(next, stop, Math.max(line, ...changed))) continue
    const reach = next && visible.has(next.code) ? stop + readable.text.length : stop
    const wrong = wrongIn(readable)
    if (best && (best.reach > reach || (best.reach === reach && best.wrong <= wrong))) continue
    const faults = [fault, ...furtherTabs(fault, repair, readable)].map((it) => placed(it, lines))
    best = { readable, faults, lines: changed, reach, wrong }
    if (!next && wrong === 0) break
  }
  return best
}

// Right below, only a fault whose sign is there to be seen is no mere consequence.
const isFurther = ({ code }: TextFault, line: number, changed: number): boolean =>
  line > changed + 1 || (line > changed && visible.has(code))

const visible = new Set([
  'yaml-tab',
  'yaml-quote',
  'yaml-bracket',
  'yaml-dash',
  'yaml-space',
  'yaml-comment',
  'yaml-start',
])

const wrongIn = ({ documents }: Readable): number =>
  documents.reduce(
    (sum, { reading, isWhole }) => sum + reading.faults.length + (isWhole ? check(reading.value).length : 0),
    0,
  )

/** Where all tabs were replaced at once, those of the other lines; a block text may hold them. */
function furtherTabs(fault: TextFault, repair: Repair, { documents, text }: Readable): readonly TextFault[] {
  if (fault.code !== 'yaml-tab' || repair.length === 1) return []
  const texts: (readonly [number, number])[] = []
  for (const { root } of documents)
    if (root)
      visit(root, {
        Scalar: (_, { type, range }) => {
          if (type?.startsWith('BLOCK') && range) texts.push([range[0], range[1]])
        },
      })
  let shift = 0
  return repair.flatMap(({ start, end, text: spaces }) => {
    const at = start + shift
    shift += spaces.length - (end - start)
    const isText = texts.some(([from, to]) => from <= at && at < to)
    const isSame = start <= fault.start && fault.start <= end
    return isText || isSame || text === '' ? [] : [textFault('yaml-tab', {}, [start, end])]
  })
}
