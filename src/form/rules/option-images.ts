import { webUrl } from '../types/addresses.ts'
import { childOf } from '../value.ts'
import { optionListsIn, partsInside, textIn } from './form-view.ts'
import { defineRule } from './rule.ts'
import { quote } from '../words.ts'

/** A picture that says nothing to people who cannot see it. */
export const missingAlt = defineRule<object>({
  code: 'missing-alt',
  severity: 'warning',
  isRefused: false,
  *check({ parts }) {
    for (const { layer, path, value } of parts)
      if (layer.kind === 'image' && !Object.hasOwn(value, 'alt')) yield { path, at: 'key', args: {} }
  },
  sentence: () => 'This picture has no alt, so people who cannot see it do not learn what it shows.',
  help: () => 'Say in "alt" what the picture shows, or leave "alt" empty if it only decorates.',
})

/** The address of a picture that is not https: the page does not load it. */
export const insecureImage = defineRule<{ image: string }>({
  code: 'insecure-image',
  severity: 'error',
  isRefused: true,
  *check({ parts }) {
    for (const part of parts) {
      const image = part.layer.kind === 'image' ? textIn(part, 'image') : undefined
      if (image === undefined || webUrl(image)?.protocol === 'https:') continue
      yield { path: [...part.path, 'image'], at: 'value', args: { image } }
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
  *check({ parts }) {
    for (const part of parts) {
      const images = partsInside(part).filter(({ layer }) => layer.kind === 'image')
      if (images.length === 0) continue
      const options = new Set(optionListsIn(part).flatMap((list) => list.options))
      for (const inner of images) {
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
