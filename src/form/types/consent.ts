import { contentText, nothingGiven, problemOf } from './answers.ts'
import { defineType } from './define-type.ts'
import { withUrls } from './texts.ts'

export const consent = defineType({
  asks: { summary: 'whether a person agrees', sample: { '': 'yes' } },
  answerKind: 'boolean',
  isRequired: true,
  headline: (content) => contentText(content, 'question') || withUrls(contentText(content, 'text')),
  shownTexts: ['text', 'question'],
  neededText: '',
  trueMember: 'value',
  figures: 'consent',
  isPrefillable: false,
  /** `value: true` and the text that was agreed to. */
  read: (content, { fields, isRequired = true, texts }) =>
    fields.get('')?.includes('yes')
      ? { members: { value: true, text: withUrls(contentText(content, 'text')) }, problems: [] }
      : isRequired
        ? problemOf(texts.missing.consent)
        : nothingGiven,
  fake: () => ({ '': 'yes' }),
})
