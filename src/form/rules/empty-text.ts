import { optionListsIn, textIn, type Part, type View } from './form-view.ts'
import { defineRule, type Violation } from './rule.ts'
import { childOf } from '../value.ts'
import { isThereMisspelt } from './stray-keys.ts'
import { componentTypes } from '../components.ts'

type Args = { readonly key: string; readonly of: string; readonly isMissing: boolean }

/** A text that people are to read is blank or missing. The contract does not require it. */
export const emptyText = defineRule<Args>({
  code: 'empty-text',
  severity: 'warning',
  *check({ parts }: View) {
    let owner: Part | undefined
    for (const part of parts) {
      if (part.layer.kind === 'component') owner = part
      yield* blankTexts(part)
      yield* blankOptions(part)
      const key = missingText(part)
      // A text beside its content is reported as misplaced.
      if (key !== undefined && !(owner && isBeside(key, part, owner)))
        yield { path: part.path, at: 'key', args: { key, of: part.layer.noun, isMissing: true } }
    }
  },
  sentence: ({ key, of, isMissing }) =>
    isMissing
      ? `${of} has no ${key}: ${consequences[key] ?? ''}.`
      : key === 'option'
        ? `This option of ${of} is empty.`
        : `"${key}" of ${of} is empty.`,
  help: ({ key, isMissing }) =>
    isMissing
      ? `Add ${key}${examples[key] ?? ''}.`
      : (fillings[key] ?? 'Enter the text that people should see.'),
})

const consequences: Readonly<Record<string, string>> = {
  question: 'nobody can tell what is asked, and its answers have no heading',
  title: 'it shows nothing',
  text: 'it shows nothing',
}
const examples: Readonly<Record<string, string>> = {
  question: ', as in "question: What is your name?"',
  title: ', as in "title: About you"',
  text: ': what is to be read there',
}
const fillings: Readonly<Record<string, string>> = {
  option: 'Write the option, or remove it.',
  sourceFormId: 'Write the id of the form whose look the new one takes over, or remove the key.',
}

/** The keys of what is around contents whose text people see. */
const seen: Readonly<Record<string, readonly string[]>> = {
  form: ['name', 'sourceFormId'],
  step: ['name'],
  field: ['label'],
}

function* blankTexts(part: Part): Iterable<Violation<Args>> {
  const { layer, path } = part
  const keys = layer.type ? componentTypes[layer.type].shownTexts : seen[layer.kind]
  for (const key of keys ?? []) {
    if (layer.keys.includes(key) && textIn(part, key)?.trim() === '' && !isHidden(part, key))
      yield { path: [...path, key], at: 'value', args: { key, of: layer.noun, isMissing: false } }
  }
}

function* blankOptions(part: Part): Iterable<Violation<Args>> {
  const args = { key: 'option', of: part.layer.noun, isMissing: false }
  for (const { path, options } of optionListsIn(part))
    for (const [i, option] of options.entries())
      if (typeof option === 'string' && option.trim() === '') yield { path: [...path, i], at: 'value', args }
}

function missingText(part: Part): string | undefined {
  const { layer, value } = part
  const key = layer.type ? componentTypes[layer.type].neededText : ''
  if (key === '' || Object.hasOwn(value, key) || isHidden(part, key)) return undefined
  return isThereMisspelt(part, [key, 'subheading']) ? undefined : key
}

const isBeside = (key: string, { path }: Part, owner: Part): boolean =>
  path.length === owner.path.length + 1 &&
  owner.path.every((step, i) => step === path[i]) &&
  Object.hasOwn(owner.value, key)

/** Whether the text need not be seen: a question that is hidden, a heading with a line below it. */
const isHidden = ({ value }: Part, key: string): boolean =>
  (key === 'question' && childOf(value, 'hideQuestion') === true) ||
  (key === 'title' && Object.hasOwn(value, 'subheading'))
