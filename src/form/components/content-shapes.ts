import * as validators from '../generated/validate-form.js'
import type { ComponentType, TypeName } from './component-type.ts'

/** What a component's content may hold, before anything is asked of an answer. */
export type ContentShape = Pick<ComponentType, 'validate' | 'keys' | 'aliases'>

const question: ContentShape['keys'] = ['question']
const optionsQuestion: ContentShape['keys'] = ['question', 'choices', 'options', 'subheading', 'isMulti']

const scheduler: ContentShape = {
  validate: validators.validateSchedulerScreen,
  keys: ['dataUrl', 'url', 'calendarUrl', 'message', 'calendarType', 'prefillEmail'],
  aliases: { url: 'dataUrl', calendarUrl: 'dataUrl' },
}

/** The shape of every type's content (contract, Component types and their content fields). */
export const contentShapes: Readonly<Record<TypeName, ContentShape>> = {
  ShortInput: { validate: validators.validateShortInput, keys: question, aliases: {} },
  LongInput: { validate: validators.validateLongInput, keys: question, aliases: {} },
  EmailForm: { validate: validators.validateEmailForm, keys: question, aliases: {} },
  PasswordInput: { validate: validators.validatePasswordInput, keys: question, aliases: {} },
  FileUploader: { validate: validators.validateFileUploader, keys: question, aliases: {} },
  IdentityInfo: { validate: validators.validateIdentityInfo, keys: ['fields'], aliases: {} },
  Dropdown: {
    validate: validators.validateDropdown,
    keys: ['question', 'options', 'choices', 'placeholder', 'isMulti', 'hideQuestion'],
    aliases: { choices: 'options' },
  },
  MultipleOptionsQuestion: {
    validate: validators.validateMultipleOptionsQuestion,
    keys: optionsQuestion,
    aliases: { options: 'choices' },
  },
  GraphicOptions: {
    validate: validators.validateGraphicOptions,
    keys: optionsQuestion,
    aliases: { options: 'choices' },
  },
  SchedulerScreen: scheduler,
  // Both names are listed for the one component; which of them the service accepts is not shown.
  Scheduler: scheduler,
  NextButton: {
    validate: validators.validateNextButton,
    keys: ['buttonText', 'label'],
    aliases: { label: 'buttonText' },
  },
  Header: { validate: validators.validateHeader, keys: ['title', 'subheading'], aliases: {} },
  Disclaimer: { validate: validators.validateDisclaimer, keys: ['text'], aliases: {} },
}

/** The types that we can draw, in the contract's order. */
export const typeNames = Object.keys(contentShapes) as readonly TypeName[]

/** Whether that is the name of a type that we can draw. */
export const isTypeName = (name: unknown): name is TypeName =>
  typeof name === 'string' && Object.hasOwn(contentShapes, name)
