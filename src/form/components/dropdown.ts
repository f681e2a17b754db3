import { answerOf, contentText, nothingGiven, optionsOf, readChoice } from './answers.ts'
import { asking, type ComponentType } from './component-type.ts'

/** A choice from a list that opens; its answer is `selected`, an array when several may be chosen. */
export const dropdown: ComponentType = {
  type: 'Dropdown',
  headline: (content) => contentText(content, 'question'),
  asks: asking('one option, or several with isMulti', { '': ['Berlin'] }),
  answer(content, { fields }) {
    const isMulti = content['isMulti'] === true
    const { chosen, problems } = readChoice(optionsOf(content, 'options'), { fields, isMulti })
    if (problems.length > 0) return { problems }
    if (chosen.length === 0) return nothingGiven
    const selected = isMulti ? chosen : chosen[0]
    return { response: answerOf('Dropdown', contentText(content, 'question'), { selected }), problems: [] }
  },
}
