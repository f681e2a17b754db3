import { webUrl } from '../components/addresses.ts'
import { childOf } from '../value.ts'
import { contentsOf, optionListsIn, partsInside, textIn } from './form-view.ts'
import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

/** A picture that says nothing to people who cannot see it. */
export const missingAlt = defineRule<object>({
  code: 'missing-alt',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, ['GraphicOptions']))
      for (const { path, value } of partsInside(part))
        if (!Object.hasOwn(value, 'alt')) yield { path, at: 'key', args: {} }
  },
  sentence: () => 'This picture has no alt, so people who cannot see it do not learn what it shows.',
  help: () => 'Say in "alt" what the picture shows, or leave "alt" empty if it only decorates.',
})

/** The address of a picture that is not https: the page does not load it. */
export const insecureImage = defineRule<{ image: string }>({
  code: 'insecure-image',
  severity: 'error',
  isRefused: true,
  *check(view) {
    for (const part of contentsOf(view, ['GraphicOptions']))
      for (const inner of partsInside(part)) {
        const image = textIn(inner, 'image')
        if (image === undefined || webUrl(image)?.protocol === 'https:') continue
        yield { path: [...inner.path, 'image'], at: 'value', args: { image } }
      }
  },
  sentence: ({ image }) => `${quote(image)} is not an https address, and pages load no other pictures.`,
  help: () => 'Write the whole address, as in https://img.example.com/speed.png.',
})

/** A picture for an option that the question does not have. */
export const unknownOption = defineRule<{ option: string }>({
  code: 'unknown-option',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    for (const part of contentsOf(view, ['GraphicOptions'])) {
      const options = new Set(optionListsIn(part).flatMap((list) => list.options))
      for (const inner of partsInside(part)) {
        const option = childOf(inner.value, 'option')
        if (typeof option !== 'string' || options.has(option)) continue
        yield { path: [...inner.path, 'option'], at: 'value', args: { option } }
      }
    }
  },
  sentence: ({ option }) =>
    `${quote(option)} is not an option of this question, so its picture is not shown.`,
  help: () => 'Write the option as it stands in choices.',
})
