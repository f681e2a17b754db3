import { contentText, optionsOf } from '../../form/components.ts'
import { choiceGroup, refillChoices } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** Options in a column. */
export const multipleOptionsQuestion: PageComponent = optionsComponent('choices boxed')

/** Options that all stand on the page, with this look. */
export function optionsComponent(look: string): PageComponent {
  return {
    draw({ content, ...drawing }) {
      const labelling = { label: contentText(content, 'question'), hint: contentText(content, 'subheading') }
      const options = optionsOf(content, 'choices')
      return choiceGroup({ content, ...drawing }, labelling, {
        options,
        isMulti: content['isMulti'] === true,
        look,
      })
    },
    refill: refillChoices,
  }
}
