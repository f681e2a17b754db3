import { componentTypes } from '../components.ts'
import { listIn, optionListsIn, type Part, partsInside, textIn, defineRule, type Violation } from './rule.ts'
import { isThereMisspelt } from './stray-keys.ts'
import { quote } from '../words.ts'
import { webUrl } from '../types/texts.ts'
import { childOf } from '../value.ts'

const choiceKeys = ['choices', 'options']

/** A question without options. For a Dropdown the contract refuses that: see too-few and missing-one-of. */
export const noOptions = defineRule<{ noun: string; key: string }>({
  code: 'no-options',
  severity: 'warning',
  *check(view) {
    for (const part of view.parts) {
      const { path, value, layer } = part
      if (!layer.type) continue
      const { answerKind, contract } = componentTypes[layer.type]
      if (answerKind === 'choices') {
        const there = choiceKeys.filter((key) => Object.hasOwn(value, key))
        const isEmpty = there.every((key) => listIn(part, key)?.length === 0)
        // Where the contract does not show the keys, only our server is known to have nothing else to draw.
        const isOpen = contract?.isOnlyNamed === true && there.length === 0 && !view.target?.types
        if (isEmpty && !isOpen && !isThereMisspelt(part, choiceKeys))
          yield {
            path: [...path, ...there.slice(0, 1)],
            marks: 'key',
            args: { noun: layer.noun, key: 'choices' },
          }
      } else if (answerKind !== 'selected')
        for (const { path: listPath, options } of optionListsIn(part)) {
          const key = String(listPath.at(-1))
          if (options.length === 0 && listIn(part, key) !== undefined)
            yield { path: listPath, marks: 'key', args: { noun: layer.noun, key } }
        }
    }
  },
  sentence: ({ noun, key }) => `${noun} has no ${key}, so there is nothing to choose.`,
  help: ({ key }) =>
    `Add ${key}: the ${key === 'choices' ? 'options' : 'texts'}, one per line, each after "- ".`,
})

/** An option that appears twice in one list, so that its answers are ambiguous. */
export const duplicateOption = defineRule<{ option: string; first: number }>({
  code: 'duplicate-option',
  severity: 'warning',
  *check(view) {
    for (const part of view.parts)
      for (const { path, options } of optionListsIn(part)) {
        const firsts = new Map<string, number>()
        for (const [i, option] of options.entries()) {
          if (typeof option !== 'string' || option.trim() === '') continue
          const seen = asSeen(option)
          const first = firsts.get(seen)
          if (first === undefined) firsts.set(seen, i)
          else yield { path: [...path, i], marks: 'value', args: { option, first: first + 1 } }
        }
      }
  },
  sentence: ({ option, first }) =>
    `The option ${quote(option)} appears a second time; the first is number ${first} of the list.`,
  help: () => 'Remove it, or write what was meant: the answers of the two could not be told apart.',
})

/** An option as a page shows it, where runs of blanks are one. */
const asSeen = (option: string): string =>
  // The time of `normalize` grows with the square of a run of marks.
  (option.length > 1000 ? option : option.normalize('NFC')).trim().replaceAll(/\s+/g, ' ')

type Counts = { readonly message: string; readonly help: string }

/** Counts of choices that no answer can meet. */
export const choiceCounts = defineRule<Counts>({
  code: 'choice-counts',
  severity: 'error',
  *check({ parts }) {
    for (const part of parts) if (part.layer.keys.includes('minChoices')) yield* countFaultsIn(part)
  },
  sentence: ({ message }) => message,
  help: ({ help }) => help,
})

function* countFaultsIn(part: Part): Iterable<Violation<Counts>> {
  const { path, value } = part
  const [min, max] = [value['minChoices'], value['maxChoices']]
  const at = (key: string, args: Counts): Violation<Counts> => ({
    path: [...path, key],
    marks: 'value',
    args,
  })
  if (typeof min !== 'number') return
  const there = optionCount(part)
  if (typeof max === 'number' && min > max)
    yield at('minChoices', {
      message: `minChoices is ${min}, and maxChoices only ${max}.`,
      help: 'Lower minChoices, or raise maxChoices.',
    })
  else if (there > 0 && min > there)
    yield at('minChoices', {
      message: `minChoices is ${min}, and there are only ${there} options.`,
      help: 'Lower minChoices, or add options.',
    })
}

/** The number of options, with "Other". */
const optionCount = (part: Part): number =>
  Math.max(...optionListsIn(part).map(({ options }) => options.length)) +
  (part.value['other'] === true ? 1 : 0)

/** A picture without a text for people who cannot see it. */
export const missingAlt = defineRule<object>({
  code: 'missing-alt',
  severity: 'warning',
  *check({ parts }) {
    for (const { layer, path, value } of parts)
      if (layer.kind === 'image' && !Object.hasOwn(value, 'alt')) yield { path, marks: 'key', args: {} }
  },
  sentence: () => 'This picture has no alt, so people who cannot see it cannot tell what it shows.',
  help: () => 'Say in "alt" what the picture shows, or leave "alt" empty if it only decorates.',
})

/** The address of a picture that is not https: the page does not load it. */
export const insecureImage = defineRule<{ image: string }>({
  code: 'insecure-image',
  severity: 'error',
  *check({ parts }) {
    for (const part of parts) {
      const image = part.layer.kind === 'image' ? textIn(part, 'image') : undefined
      if (image === undefined || webUrl(image)?.protocol === 'https:') continue
      yield { path: [...part.path, 'image'], marks: 'value', args: { image } }
    }
  },
  sentence: ({ image }) => `${quote(image)} is not an https address, and pages load no other pictures.`,
  help: () => 'Write the whole address, as in https://img.example.com/speed.png.',
})

/** A picture for an option that the question does not have. */
export const unknownOption = defineRule<{ option: string }>({
  code: 'unknown-option',
  severity: 'warning',
  *check({ parts }) {
    for (const part of parts) {
      const images = partsInside(part).filter(({ layer }) => layer.kind === 'image')
      if (images.length === 0) continue
      const options = new Set(optionListsIn(part).flatMap((list) => list.options))
      for (const inner of images) {
        const option = childOf(inner.value, 'option')
        if (typeof option !== 'string' || options.has(option)) continue
        yield { path: [...inner.path, 'option'], marks: 'value', args: { option } }
      }
    }
  },
  sentence: ({ option }) =>
    `${quote(option)} is not an option of this question, so its picture is not shown.`,
  help: () => 'Write the option as it stands in choices.',
})
