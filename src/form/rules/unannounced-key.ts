import type { TypeName } from '../schema.ts'
import { quote } from '../words.ts'
import type { Part, View } from './form-view.ts'
import { defineRule } from './rule.ts'

type Args = {
  readonly address: string
  /** What the service would have to announce. */
  readonly wanted: string
  readonly used: string
}

/** A key or component type beyond the contract that the service does not announce. Without a known service there is none. */
export const unannouncedKey = defineRule<Args>({
  code: 'unannounced-key',
  severity: 'error',
  isRefused: false,
  *check(view) {
    const { target } = view
    if (!target?.extensions) return
    const { address, extensions, isBare = false } = target
    for (const { extension, path, used } of usesIn(view))
      if (extension === undefined ? isBare : !extensions.includes(extension)) {
        const wanted = extension === undefined ? 'this component type' : quote(extension)
        yield { path, at: extension === undefined ? 'value' : 'key', args: { address, wanted, used } }
      }
  },
  sentence: ({ address, wanted, used }) =>
    `The service at ${address} does not announce ${wanted}, so ${quote(used)} would be refused or ignored.`,
  help: () => 'Remove it, or use a service that announces it, such as that of "formctl serve".',
})

/** Something beyond the contract, and what a service that takes it announces; undefined: the component type itself. */
type Use = { readonly extension: string | undefined; readonly used: string; readonly path: Part['path'] }

/** What a form uses beyond the contract. `key` of a question is not among it: where nobody announces it, it is not sent. */
function* usesIn({ parts }: Pick<View, 'parts'>): Iterable<Use> {
  for (const { layer, path, value } of parts) {
    const { kind, type } = layer
    const inContract = type && contractKeys[type]
    for (const used of Object.keys(value)) {
      const isExtra = inContract && layer.keys.includes(used) && !inContract.includes(used)
      const extension = isExtra ? 'question-options' : extensionOf[kind]?.[used]
      if (extension !== undefined) yield { extension, used, path: [...path, used] }
    }
    if (type && !inContract) {
      const at = [...path.slice(0, -1), 'type']
      yield { extension: undefined, used: type, path: at }
    }
  }
}

/** Whether a form uses anything beyond the contract. */
export const exceedsContract = ({ parts }: Pick<View, 'parts'>): boolean => {
  for (const _ of usesIn({ parts })) return true
  return false
}

/** The extension of each key beyond the contract. */
export const extensionOf: Partial<Record<Part['layer']['kind'], Readonly<Record<string, string>>>> = {
  form: { language: 'form-settings', translations: 'form-settings', settings: 'form-settings' },
  step: { key: 'conditions', visibleIf: 'conditions', next: 'conditions', redirect: 'conditions' },
  component: {
    required: 'question-options',
    description: 'question-options',
    visibleIf: 'conditions',
  },
}

const ofScheduler = ['dataUrl', 'url', 'calendarUrl', 'message', 'calendarType', 'prefillEmail']
const ofChoices = ['question', 'choices', 'options', 'subheading', 'isMulti']

/**
 * The component types of the contract with the keys of their contents. It does not show those of EmailForm, FileUploader,
 * GraphicOptions and PasswordInput; what their siblings have is taken for granted.
 */
const contractKeys: Partial<Record<TypeName, readonly string[]>> = {
  ShortInput: ['question'],
  LongInput: ['question'],
  IdentityInfo: ['fields'],
  Dropdown: ['question', 'options', 'choices', 'placeholder', 'isMulti', 'hideQuestion'],
  MultipleOptionsQuestion: ofChoices,
  SchedulerScreen: ofScheduler,
  Scheduler: ofScheduler,
  NextButton: ['label', 'buttonText'],
  Header: ['title', 'subheading'],
  Disclaimer: ['text'],
  EmailForm: ['question'],
  FileUploader: ['question'],
  GraphicOptions: ofChoices,
  PasswordInput: ['question'],
}
