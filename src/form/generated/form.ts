/* Generated from schemas/form.schema.json by npm run generate. */

/**
 * A form: a name, and at least two steps with components.
 */
export interface Form {
  /**
   * The id of an existing form, whose fonts, colours and layout this form takes. --source-form and the settings can name it instead.
   */
  sourceFormId?: string
  /**
   * The name of the form.
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
   * The name of the step; the heading of a page without a Header.
   */
  name: string
  /**
   * What the page shows and asks, from top to bottom; at least one.
   *
   * @minItems 1
   * @maxItems 100
   */
  components: Component[]
  [k: string]: unknown
}
/**
 * A question, a text or a button.
 *
 */
export interface Component {
  /**
   * The component type.
   */
  type: string
  /**
   * The name of the question in responses, which stays when its wording changes: lower-case letters, digits and _, unique in the form.
   */
  key?: string
  /**
   * The texts, options and settings of the component; the keys depend on the type.
   */
  content: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * A field for one line of text.
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
 * A field for a text of several lines.
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
 * A field for an e-mail address.
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
 * A field for a password. The password is not stored, only that one was typed.
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
 * A field for files.
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
 * Fields for personal details, such as name, e-mail address, phone number and company.
 *
 */
export interface IdentityInfo {
  /**
   * The fields, from top to bottom.
   *
   * @maxItems 100
   */
  fields: IdentityField[]
}
/**
 * A field for one personal detail.
 *
 */
export interface IdentityField {
  /**
   * What the field asks for. E-mail addresses, phone numbers and web addresses are checked.
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
   * The label of the field.
   */
  label: string
  /**
   * A hint, shown while the field is empty.
   */
  placeholder?: string
  /**
   * Show a list of country codes beside the phone number. Only for phoneNumber.
   */
  includeDialCode?: boolean
  /**
   * The country whose code is chosen at first, as two letters. Only for phoneNumber.
   */
  defaultDialCodeCountry?: string
  /**
   * Refuse addresses of personal mail providers. Only for emailAddress and workEmailAddress.
   */
  blockPersonalEmails?: boolean
  /**
   * The key of another field. This field appears once that one is filled in.
   */
  revealAfter?: string
}
/**
 * One or several options from a list.
 *
 */
export interface Dropdown {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * The options; at least one.
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
   * A hint, shown while nothing is chosen.
   */
  placeholder?: string
  /**
   * Allow several options.
   */
  isMulti?: boolean
  /**
   * Hide the question on the page. Screen readers still read it.
   */
  hideQuestion?: boolean
  [k: string]: unknown
}
/**
 * One or several options, all visible on the page.
 *
 */
export interface MultipleOptionsQuestion {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * The options.
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
   * Allow several options.
   */
  isMulti?: boolean
  [k: string]: unknown
}
/**
 * One or several options, drawn as cards.
 *
 */
export interface GraphicOptions {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * The options.
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
   * Allow several options.
   */
  isMulti?: boolean
  [k: string]: unknown
}
/**
 * The calendar of a scheduling provider, to book a time.
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
   * Text above the calendar.
   */
  message?: string
  /**
   * The name of the scheduling provider.
   */
  calendarType?: string
  /**
   * Fill in the e-mail address that was given on an earlier step.
   */
  prefillEmail?: boolean
  [k: string]: unknown
}
/**
 * The button that leads to the next step, or sends the form.
 *
 */
export interface NextButton {
  /**
   * The text of the button.
   */
  buttonText?: string
  /**
   * Another name for buttonText.
   */
  label?: string
  [k: string]: unknown
}
/**
 * A heading, with or without a text below it.
 *
 */
export interface Header {
  /**
   * The heading.
   */
  title?: string
  /**
   * Text below the heading.
   */
  subheading?: string
  [k: string]: unknown
}
/**
 * A text in small print, such as a privacy notice.
 *
 */
export interface Disclaimer {
  /**
   * The text. Line breaks are kept.
   */
  text?: string
  [k: string]: unknown
}
