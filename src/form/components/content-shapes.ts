import * as validators from '../generated/validate-form.js'
import type { ComponentType, TypeName } from './component-type.ts'

/** What a component's content may hold, before anything is asked of an answer. */
export type ContentShape = Pick<ComponentType, 'validate' | 'keys' | 'aliases'> & {
  readonly required: readonly string[]
  /** Names for one key, of which at least one must be there; empty where the contract asks for none. */
  readonly oneOf: readonly string[]
}

const shape = (
  validate: ContentShape['validate'],
  keys: readonly string[],
  rest: Partial<ContentShape> = {},
): ContentShape => ({ validate, keys, aliases: {}, required: [], oneOf: [], ...rest })

const optionsKeys = ['question', 'choices', 'options', 'subheading', 'isMulti']

const scheduler = shape(
  validators.validateSchedulerScreen,
  ['dataUrl', 'url', 'calendarUrl', 'message', 'calendarType', 'prefillEmail'],
  { aliases: { url: 'dataUrl', calendarUrl: 'dataUrl' }, oneOf: ['dataUrl', 'url', 'calendarUrl'] },
)

/** The shape of every type's content (contract, Component types and their content fields). */
export const contentShapes: Readonly<Record<TypeName, ContentShape>> = {
  ShortInput: shape(validators.validateShortInput, ['question']),
  LongInput: shape(validators.validateLongInput, ['question']),
  EmailForm: shape(validators.validateEmailForm, ['question']),
  PasswordInput: shape(validators.validatePasswordInput, ['question']),
  FileUploader: shape(validators.validateFileUploader, ['question']),
  IdentityInfo: shape(validators.validateIdentityInfo, ['fields'], { required: ['fields'] }),
  Dropdown: shape(
    validators.validateDropdown,
    ['question', 'options', 'choices', 'placeholder', 'isMulti', 'hideQuestion'],
    { aliases: { choices: 'options' }, oneOf: ['options', 'choices'] },
  ),
  MultipleOptionsQuestion: shape(validators.validateMultipleOptionsQuestion, optionsKeys, {
    aliases: { options: 'choices' },
  }),
  GraphicOptions: shape(validators.validateGraphicOptions, optionsKeys, { aliases: { options: 'choices' } }),
  SchedulerScreen: scheduler,
  // Both names are listed for the one component; which of them the service accepts is not shown.
  Scheduler: scheduler,
  NextButton: shape(validators.validateNextButton, ['buttonText', 'label'], {
    aliases: { label: 'buttonText' },
  }),
  Header: shape(validators.validateHeader, ['title', 'subheading']),
  Disclaimer: shape(validators.validateDisclaimer, ['text']),
}

/** The types that we can draw, in the contract's order. */
export const typeNames = Object.keys(contentShapes) as readonly TypeName[]

/** Whether that is the name of a type that we can draw. */
export const isTypeName = (name: unknown): name is TypeName =>
  typeof name === 'string' && Object.hasOwn(contentShapes, name)
