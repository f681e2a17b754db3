import { componentTypes } from '../components.ts'
import { todayWord } from '../types/date.ts'
import { quote } from '../words.ts'
import { type Part, textIn, defineRule } from './rule.ts'
import { patternOf } from '../types/pattern.ts'

type Fault = { readonly key: string; readonly message: string; readonly help: string }

/** Bounds that exclude every answer or the default, or that are invalid. */
export const bounds = defineRule<Omit<Fault, 'key'>>({
  code: 'bounds',
  severity: 'error',
  *check({ parts }) {
    for (const part of parts)
      for (const { key, ...args } of faultsIn(part)) yield { path: [...part.path, key], at: 'value', args }
  },
  sentence: ({ message }) => message,
  help: ({ help }) => help,
})

function* faultsIn(part: Part): Iterable<Fault> {
  const { type } = part.layer
  if (type === undefined) return
  const outside = componentTypes[type].limits.filter(
    ({ key, isOne }) => Object.hasOwn(part.value, key) && !isOne(part.value[key]),
  )
  for (const { key, holds } of outside)
    yield {
      key,
      message: `${quote(part.value[key])} is not a valid ${key} of ${type}.`,
      help: `Write ${holds}.`,
    }
  if (outside.length > 0) return
  yield* contradictionIn(part, ['min', 'max'])
  yield* contradictionIn(part, ['minLength', 'maxLength'])
  yield* defaultOutside(part)
}

/** A lower bound above the upper one. Numbers compare as numbers; days and times as texts. */
function* contradictionIn({ value, layer }: Part, [low, high]: readonly [string, string]): Iterable<Fault> {
  const [least, most] = [value[low], value[high]]
  if (!layer.keys.includes(low) || least === todayWord || most === todayWord) return
  const isOver =
    (typeof least === 'number' && typeof most === 'number' && least > most) ||
    (typeof least === 'string' && typeof most === 'string' && least > most)
  if (isOver)
    yield {
      key: low,
      message: `"${low}" is over "${high}", so that no answer fits.`,
      help: `Write a ${low} that is not over ${String(most)}, or change ${high}.`,
    }
}

function* defaultOutside({ value, layer }: Part): Iterable<Fault> {
  const held = value['default']
  const isText = typeof held === 'string'
  const size = isText ? Array.from(held).length : held
  const [low, high] = isText ? ['minLength', 'maxLength'] : ['min', 'max']
  if (typeof size !== 'number' || !layer.keys.includes('default')) return
  const [least, most] = [value[low], value[high]]
  const isBelow = typeof least === 'number' && size < least
  if (isBelow || (typeof most === 'number' && size > most))
    yield {
      key: 'default',
      message: `The default ${isBelow ? `is below "${low}"` : `is over "${high}"`}, so that it is refused when it is sent.`,
      help: 'Write a default within the bounds, or remove it.',
    }
}

/** A pattern that our server can't match: no regular expression, or one whose matching might never end. */
export const badPattern = defineRule<{ problem: string }>({
  code: 'bad-pattern',
  severity: 'error',
  *check({ parts }) {
    for (const part of parts) {
      const source = part.layer.keys.includes('pattern') ? textIn(part, 'pattern') : undefined
      if (source === undefined || part.layer.kind !== 'content') continue
      const made = patternOf(source)
      if ('problem' in made)
        yield { path: [...part.path, 'pattern'], at: 'value', args: { problem: made.problem } }
    }
  },
  sentence: ({ problem }) => `This pattern can't be used. ${problem}`,
  help: () =>
    'Write characters, classes such as [a-z], groups and counts; they must match the whole answer. Lookaround, backreferences and \\b are not taken.',
})
