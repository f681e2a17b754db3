/**
 * Has hundreds of kilobytes of broken JSON parsed, again and again: node parse-broken.ts <seed>. V8 14.6 leaves its heap
 * broken where it refuses such a text while a reviver asks for sources, and ends the process sooner or later.
 */
import { parseWithDigits } from '../../src/record/exact-json.ts'

let state = Number(process.argv[2])

function random(): number {
  state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
  return state / 0x7f_ff_ff_ff
}

const several = <Value>(most: number, make: (i: number) => Value): readonly Value[] =>
  Array.from({ length: random() * most }, (_, i) => make(i))

function valueAt(depth: number): string {
  const kind = random()
  if (depth > 6 || kind < 0.25) return `${Math.floor(random() * 1e6)}${random() < 0.3 ? '.50' : ''}`
  if (kind < 0.5) return JSON.stringify(`${'x'.repeat(random() * 30)}${random() < 0.2 ? '\n"' : ''}`)
  if (kind < 0.75) return `[${several(6, () => valueAt(depth + 1)).join(',')}]`
  const members = several(6, (i) => `${JSON.stringify(`k${i}`)}:${valueAt(depth + 1)}`)
  return `{${members.join(',')}}`
}

const kept: unknown[] = []
for (let i = 0; i < 60; i++) {
  const text = `[${[valueAt(0), ...several(4500, () => valueAt(0))].join(',')}]`
  const at = Math.floor(random() * text.length)
  const broken = random() < 0.5 ? text.slice(0, at) : `${text.slice(0, at)}}${text.slice(at + 1)}`
  try {
    kept.push(parseWithDigits(random() < 0.6 ? broken : text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}
console.log(kept.length)
