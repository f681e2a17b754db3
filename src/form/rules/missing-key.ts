import { defineRule } from './rule.ts'
import { capital } from '../words.ts'

/** A key that the contract requires is not there. */
export const missingKey = defineRule<{ key: string; noun: string; of: string }>({
  code: 'missing-key',
  severity: 'error',
  isRefused: true,
  *check({ faultsOf }) {
    for (const { path, params, owner } of faultsOf('required')) {
      if (owner === undefined) continue
      const key = String(params['missingProperty'])
      const { noun, kind } = owner.layer
      yield { path: [...path, key], at: 'key', args: { key, noun, of: kind } }
    }
  },
  sentence: ({ key, noun }) => `${capital(noun)} needs the key "${key}".`,
  help: ({ key, of }) => helps[`${of}.${key}`],
})

const helps: Readonly<Record<string, string>> = {
  'form.sourceFormId': 'Add sourceFormId: the form whose look the new one takes over.',
  'form.name': 'Add name: what the form is called, as in "name: Customer survey".',
  'form.steps': 'Add steps: the pages of the form, at least two.',
  'step.name': 'Add name: what the step is called, as in "name: About you".',
  'step.components': 'Add components: what the step shows and asks, at least one.',
  'component.type': 'Add type: what kind of component it is, as in "type: ShortInput".',
  'component.content': 'Add content: what the component holds; "content: {}" where it holds nothing.',
  'content.fields': 'Add fields: what is asked, each with a key and a label.',
  'field.key': 'Add key: what is asked, as in "key: emailAddress".',
  'field.label': 'Add label: the text beside the field, as in "label: E-mail".',
}
