import { componentTypes } from '../components.ts'
import { todayWord } from '../types/date.ts'
import { quote } from '../words.ts'
import { type Part, textIn, defineRule } from './rule.ts'
import { patternOf } from '../types/pattern.ts'

type BoundsFault = { readonly key: string; readonly message: string; readonly help: string }

/** Bounds that exclude every answer or the default, or that are invalid. */
export const bounds = defineRule<Omit<BoundsFault, 'key'>>({
  code: 'bounds',
  severity: 'error',
  *check({ parts }) {
    for (const part of parts)
      for (const { key, ...args } of faultsIn(part)) yield { path: [...part.path, key], marks: 'value', args }
  },
  sentence: ({ message }) => message,
  help: ({ help }) => help,
})

function* faultsIn(part: Part): Iterable<BoundsFault> {
  const { type } = part.layer
  if (type === undefined) return
  const outside = componentTypes[type].limits.filter(
    ({ key, isValid }) => Object.hasOwn(part.value, key) && !isValid(part.value[key]),
  )
  for (const { key, expected } of outside)
    yield {
      key,
      message: `${quote(part.value[key])} is not a valid ${key} of ${type}.`,
      help: `Write ${expected}.`,
    }
  if (outside.length > 0) return
  yield* contradictionIn(part, ['min', 'max'])
  yield* contradictionIn(part, ['minLength', 'maxLength'])
  yield* defaultOutside(part)
}

/** A lower bound above the upper one. Numbers compare as numbers; days and times as texts. */
function* contradictionIn(
  { value, layer }: Part,
  [minKey, maxKey]: readonly [string, string],
): Iterable<BoundsFault> {
  const [min, max] = [value[minKey], value[maxKey]]
  if (!layer.keys.includes(minKey) || min === todayWord || max === todayWord) return
  const isOver =
    (typeof min === 'number' && typeof max === 'number' && min > max) ||
    (typeof min === 'string' && typeof max === 'string' && min > max)
  if (isOver)
    yield {
      key: minKey,
      message: `"${minKey}" is over "${maxKey}", so that no answer fits.`,
      help: `Write a ${minKey} that is not over ${String(max)}, or change ${maxKey}.`,
    }
}

function* defaultOutside({ value, layer }: Part): Iterable<BoundsFault> {
  const defaultValue = value['default']
  const isText = typeof defaultValue === 'string'
  const size = isText ? Array.from(defaultValue).length : defaultValue
  const [minKey, maxKey] = isText ? ['minLength', 'maxLength'] : ['min', 'max']
  if (typeof size !== 'number' || !layer.keys.includes('default')) return
  const [min, max] = [value[minKey], value[maxKey]]
  const isBelow = typeof min === 'number' && size < min
  if (isBelow || (typeof max === 'number' && size > max))
    yield {
      key: 'default',
      message: `The default ${isBelow ? `is below "${minKey}"` : `is over "${maxKey}"`}, so that it is refused when it is sent.`,
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
        yield { path: [...part.path, 'pattern'], marks: 'value', args: { problem: made.problem } }
    }
  },
  sentence: ({ problem }) => `This pattern can't be used. ${problem}`,
  help: () =>
    'Write characters, classes such as [a-z], groups and counts; they must match the whole answer. Lookaround, backreferences and \\b cannot be used.',
})
