import { closeSync, openSync, writeSync } from 'node:fs'
import { answersOf } from './saved-reply/answers.ts'
import { seeded, type Random } from './saved-reply/random.ts'
import { textOf } from './saved-reply/text.ts'

/** Shapes of saved replies, and how they differ from `compact`, which is how services send them. */
export const shapes = {
  compact: 'as services send it: four forms of eight questions',
  pretty: 'indented, as people save it',
  wide: 'one form of 520 questions',
  forms: '200 forms of ten questions',
  reordered: "every object's members the other way round",
  shuffled: "every object's members in an order of its own",
  world: 'texts in Chinese, Cyrillic, Hindi and emoji',
  choices: 'answers that are mostly lists of choices',
  escaped: 'all but ASCII written as \\u escapes',
  odd: 'numbers of another spelling, and now and then a question of its own',
} as const

/** The name of such a shape. */
export type Shape = keyof typeof shapes

/** The names of all shapes, `compact` first. */
// The object above says so.
export const shapeNames = Object.keys(shapes) as readonly Shape[]

/** Writes a reply of about so many bytes, always the same. Gives its size. */
export function writeSavedReply(path: string, bytes: number, shape: Shape): number {
  const random = seeded(20_260_301)
  const file = openSync(path, 'w')
  let size = writeSync(file, shape === 'pretty' ? '{\n  "data": [\n' : '{"data":[')
  for (let n = 0; size < bytes;) {
    const texts: string[] = []
    for (let length = 0; length < batch && size + length < bytes; n++) {
      const text = textOf(recordOf(n, random, shape), { shape, n, random })
      texts.push(text)
      length += text.length
    }
    size += writeSync(file, (n === texts.length ? '' : ',') + texts.join(','))
  }
  size += writeSync(file, ']}')
  closeSync(file)
  return size
}

/** About as many characters as are written at once. */
const batch = 2 ** 20

function recordOf(n: number, random: Random, shape: Shape): Readonly<Record<string, unknown>> {
  const form = Math.floor(random() * (shape === 'wide' ? 1 : shape === 'forms' ? 200 : 4))
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  return {
    id: `clr${String(n).padStart(22, '0')}`,
    createdAt: at,
    updatedAt: at,
    dataUpdatedAt: at,
    finished: true,
    status: 2,
    formId: `clf${String(form).padStart(22, '0')}`,
    version: '2.0',
    data: answersOf({ shape, form, n, random }),
    meta: { leadId: `lead${n}` },
    personAttributes: {
      ip: `203.0.113.${n % 255}`,
      country: 'DE',
      visitedForm: 1 + (n % 3),
      completedForm: 1,
    },
  }
}
