/* Generated from schemas/form.schema.json by npm run generate. */

/**
 * A form as its author writes it: a name and at least two steps, each holding components.
 */
export interface Form {
  /**
   * The existing form whose look this one inherits. May be left to --source-form or the settings.
   */
  sourceFormId?: string
  /**
   * Display name of the form.
   */
  name: string
  /**
   * The pages of the form, in order; at least two.
   *
   * @minItems 2
   * @maxItems 100
   */
  steps: Step[]
  [k: string]: unknown
}
/**
 * One page of the form.
 *
 */
export interface Step {
  /**
   * Display name of the step.
   */
  name: string
  /**
   * What the step shows and asks, from top to bottom; at least one.
   *
   * @minItems 1
   * @maxItems 100
   */
  components: Component[]
  [k: string]: unknown
}
/**
 * One thing on a step: a question, a text or a button.
 *
 */
export interface Component {
  /**
   * The component type.
   */
  type: string
  /**
   * What the component holds; its keys depend on the type.
   */
  content: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * A single-line text input.
 *
 */
export interface ShortInput {
  /**
   * The question, shown as the label.
   */
  question?: string
  [k: string]: unknown
}
/**
 * A multi-line text area.
 *
 */
export interface LongInput {
  /**
   * The question, shown as the label.
   */
  question?: string
  [k: string]: unknown
}
/**
 * An e-mail input.
 *
 */
export interface EmailForm {
  /**
   * The question, shown as the label.
   */
  question?: string
  [k: string]: unknown
}
/**
 * A password input. What is typed is never stored, only that something was.
 *
 */
export interface PasswordInput {
  /**
   * The question, shown as the label.
   */
  question?: string
  [k: string]: unknown
}
/**
 * An upload of files.
 *
 */
export interface FileUploader {
  /**
   * The question, shown as the label.
   */
  question?: string
  [k: string]: unknown
}
/**
 * Asks who the person is: any choice of identity fields.
 *
 */
export interface IdentityInfo {
  /**
   * The identity fields, in order.
   *
   * @maxItems 100
   */
  fields: IdentityField[]
}
/**
 * One piece of identity that is asked.
 *
 */
export interface IdentityField {
  /**
   * Which piece of identity is asked.
   */
  key:
    | 'firstName'
    | 'lastName'
    | 'fullName'
    | 'emailAddress'
    | 'workEmailAddress'
    | 'phoneNumber'
    | 'companyName'
    | 'numberOfEmployees'
    | 'websiteUrl'
    | 'title'
    | 'streetAddress'
    | 'aptSuiteEtc'
    | 'city'
    | 'state'
    | 'country'
    | 'zipCode'
    | 'companyRevenue'
    | 'profilePictureUrl'
  /**
   * What stands beside the field.
   */
  label: string
  /**
   * Shown while the field is empty.
   */
  placeholder?: string
  /**
   * Whether a country code can be chosen beside the number; on phoneNumber.
   */
  includeDialCode?: boolean
  /**
   * The country whose code is chosen at first, two letters; on phoneNumber.
   */
  defaultDialCodeCountry?: string
  /**
   * Whether addresses of personal mail providers are refused; on emailAddress and workEmailAddress.
   */
  blockPersonalEmails?: boolean
  /**
   * Key of another field; this one is shown once that one is filled.
   */
  revealAfter?: string
}
/**
 * A choice from a list that opens.
 *
 */
export interface Dropdown {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * What can be chosen; at least one.
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: string[]
  /**
   * Another name for options.
   *
   * @minItems 1
   * @maxItems 1000
   */
  choices?: string[]
  /**
   * Shown while nothing is chosen.
   */
  placeholder?: string
  /**
   * Whether several options can be chosen.
   */
  isMulti?: boolean
  /**
   * Whether the label is hidden from those who see the page.
   */
  hideQuestion?: boolean
  [k: string]: unknown
}
/**
 * A choice from options that all stand on the page.
 *
 */
export interface MultipleOptionsQuestion {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * What can be chosen.
   *
   * @maxItems 1000
   */
  choices?: string[]
  /**
   * Another name for choices.
   *
   * @maxItems 1000
   */
  options?: string[]
  /**
   * Text below the question.
   */
  subheading?: string
  /**
   * Whether several options can be chosen.
   */
  isMulti?: boolean
  [k: string]: unknown
}
/**
 * A choice from options drawn as cards.
 *
 */
export interface GraphicOptions {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * What can be chosen.
   *
   * @maxItems 1000
   */
  choices?: string[]
  /**
   * Another name for choices.
   *
   * @maxItems 1000
   */
  options?: string[]
  /**
   * Text below the question.
   */
  subheading?: string
  /**
   * Whether several options can be chosen.
   */
  isMulti?: boolean
  [k: string]: unknown
}
/**
 * The calendar of a scheduling provider.
 *
 */
export interface SchedulerScreen {
  /**
   * The address of the calendar, as the scheduling provider shows it.
   */
  dataUrl?: string
  /**
   * Another name for dataUrl.
   */
  url?: string
  /**
   * Another name for dataUrl.
   */
  calendarUrl?: string
  /**
   * Text shown above the calendar.
   */
  message?: string
  /**
   * Name of the scheduling provider.
   */
  calendarType?: string
  /**
   * Whether the calendar gets the e-mail address of an earlier step.
   */
  prefillEmail?: boolean
  [k: string]: unknown
}
/**
 * The button that leads to the next step.
 *
 */
export interface NextButton {
  /**
   * Text of the button.
   */
  buttonText?: string
  /**
   * Another name for buttonText.
   */
  label?: string
  [k: string]: unknown
}
/**
 * A heading at the top of a step.
 *
 */
export interface Header {
  /**
   * Heading text.
   */
  title?: string
  /**
   * Text below the heading.
   */
  subheading?: string
  [k: string]: unknown
}
/**
 * A disclaimer or legal text.
 *
 */
export interface Disclaimer {
  /**
   * The text.
   */
  text?: string
  [k: string]: unknown
}
