import { optionsOf } from './answers.ts'
import { chosenOther, fakeChoice, offersOther, readChosen, typicalOption } from './choices.ts'
import { defineType } from './define-type.ts'

export const dropdown = defineType({
  asks: { summary: 'one option, or several with isMulti', sample: { '': 'Berlin' } },
  answerKind: 'selected',
  missing: { text: 'option' },
  contract: { keys: ['question', 'options', 'choices', 'placeholder', 'isMulti', 'hideQuestion'] },
  aliases: { choices: 'options' },
  fullAnswer(content) {
    const options = optionsOf(content, 'options')
    const hasOther = offersOther(content)
    if (content['isMulti'] === true) return { selected: options, ...(hasOther ? chosenOther('') : {}) }
    if (!hasOther) return { selected: typicalOption(options) }
    return { selected: typicalOption([...options, 'Other']), selectedOther: false, other: '' }
  },

  /** Reads the chosen option as the member `selected`; a list where several may be chosen. */
  read(content, input) {
    const { chosen, other, problems } = readChosen(content, 'options', input)
    if (chosen.length === 0 && other === undefined) return { problems }
    const selected = content['isMulti'] === true ? chosen : chosen[0]
    const unchosen = offersOther(content) ? { selectedOther: false } : {}
    return {
      members: { ...(selected !== undefined && { selected }), ...unchosen, ...chosenOther(other) },
      problems,
    }
  },

  fake: (content, faker) => fakeChoice(content, 'options', faker),
})
