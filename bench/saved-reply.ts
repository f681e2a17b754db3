import { closeSync, openSync, writeSync } from 'node:fs'
import { answersOf } from './saved-reply/answers.ts'
import { seeded, type Random } from './saved-reply/random.ts'
import type { Shape } from './saved-reply/shapes.ts'
import { textOf } from './saved-reply/text.ts'

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
