import type { Content } from '../../form/schema.ts'
import { contentText } from '../../form/types/answers.ts'
import type { Html } from '../../html/html.ts'
import { isShuffled, orderedOptions } from './choice-order.ts'
import { boxedCss, choiceGroup, refillChoices, tickCss } from './controls.ts'
import { otherChoice, otherRules } from './other-choice.ts'
import type { PageComponent } from './page-component.ts'

/** Options that all stand on the page, with the classes of their list, and what stands before each. */
export const optionList = (
  lookOf: (content: Content) => string,
  figuresOf?: (content: Content) => (option: string) => Html,
): PageComponent => ({
  draw(drawing) {
    const { content } = drawing
    const labelling = { label: contentText(content, 'question'), hint: contentText(content, 'subheading') }
    return choiceGroup(drawing, labelling, {
      options: orderedOptions(drawing, 'choices'),
      isMulti: content['isMulti'] === true,
      look: lookOf(content),
      figure: figuresOf?.(content),
      last: otherChoice(drawing),
    })
  },
  refill: refillChoices,
  isChosen: true,
  isPersonal: isShuffled,
  rules: ({ content }) => [tickCss, boxedCss, ...otherRules(content)],
})
