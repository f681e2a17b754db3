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
   * The language of the texts, as in "en" or "pt-BR". Buttons and messages are in it where the service has them; numbers that people type are read by the rules of the page's language.
   */
  language?: string
  /**
   * The texts of the form in other languages: by language, a translation for each text. People get the page in the language of the link's ?lang=, or else of their browser.
   */
  translations?: {
    [k: string]: Translation
  }
  settings?: Settings
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
 * A translation for each text of the form, word for word as the form has it.
 */
export interface Translation {
  [k: string]: string
}
/**
 * What holds for the whole form.
 *
 */
export interface Settings {
  /**
   * A sentence about the form, for the preview that other sites show of its link.
   */
  description?: string
  /**
   * The time from which the form takes no answers, as an ISO 8601 date and time with its zone.
   */
  closesAt?: string
  /**
   * The number of finished responses after which the form takes no more.
   */
  responseLimit?: number
  /**
   * The hosts that steps may lead to with "redirect".
   *
   * @maxItems 20
   */
  redirectHosts?: string[]
  /**
   * The names of texts that the link of the form may carry into the meta of a response.
   *
   * @maxItems 50
   */
  hiddenFields?: string[]
  /**
   * The origins of the sites that may show the form in a frame.
   *
   * @maxItems 20
   */
  embedOn?: string[]
  /**
   * For how many days after a response is finished its answers may be changed, by a link that the thank-you page shows.
   */
  editableDays?: number
  /**
   * Whether the thank-you page offers the answers as a page to print or keep.
   */
  offersCopy?: boolean
  /**
   * Whether the browser solves a small task while people type. A response without its solution gets the flag no-proof.
   */
  proofOfWork?: boolean
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
   * The name that "next" of another step uses for this one: lower-case letters, digits and _, unique among the steps.
   */
  key?: string
  visibleIf?: Condition
  /**
   * Where to go after this step: the first entry whose condition holds. Without one, the next visible step.
   *
   * @maxItems 100
   */
  next?: Next[]
  /**
   * For an ending: the https address that people are led to. A short page of ours leads on at once; the components of the step are shown only where the address is not allowed. Its host stands in settings.redirectHosts.
   */
  redirect?: string
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
 * When something is shown: what the answer to an earlier question is, or several conditions joined by any or all.
 *
 */
export interface Condition {
  /**
   * The key of the question; for one field of it, the key, a dot and the field.
   */
  question?: string
  /**
   * The answer is this one, as it is stored; capitals count.
   */
  is?: unknown
  /**
   * The answer is another one, or there is none.
   */
  isNot?: unknown
  /**
   * The answer is one of these.
   *
   * @maxItems 1000
   */
  in?: unknown[]
  /**
   * The answer holds this text, or this option is among the chosen ones.
   */
  contains?: string
  /**
   * The answer is a larger number, or a later date or time.
   */
  over?: unknown
  /**
   * The answer is a smaller number, or an earlier date or time.
   */
  under?: unknown
  /**
   * Whether the question is answered.
   */
  answered?: boolean
  /**
   * At least one of these conditions holds.
   *
   * @minItems 1
   * @maxItems 100
   */
  any?: Condition[]
  /**
   * Each of these conditions holds.
   *
   * @minItems 1
   * @maxItems 100
   */
  all?: Condition[]
  [k: string]: unknown
}
/**
 * One way on from a step.
 *
 */
export interface Next {
  if?: Condition
  /**
   * The key of a later step.
   */
  to: string
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
   * Whether the question must be answered.
   */
  required?: boolean
  /**
   * A text between the question and its field.
   */
  description?: string
  visibleIf?: Condition
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
  /**
   * A hint, shown while the field is empty.
   */
  placeholder?: string
  /**
   * What stands in the field at first.
   */
  default?: string
  /**
   * The fewest characters of an answer.
   */
  minLength?: number
  /**
   * The most characters of an answer; the page counts along.
   */
  maxLength?: number
  /**
   * A regular expression of JavaScript that the whole answer must match, without lookaround and backreferences.
   */
  pattern?: string
  /**
   * What the page says about an answer that does not match the pattern.
   */
  patternMessage?: string
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
  /**
   * A hint, shown while the field is empty.
   */
  placeholder?: string
  /**
   * What stands in the field at first.
   */
  default?: string
  /**
   * The fewest characters of an answer.
   */
  minLength?: number
  /**
   * The most characters of an answer; the page counts along.
   */
  maxLength?: number
  /**
   * A regular expression of JavaScript that the whole answer must match, without lookaround and backreferences.
   */
  pattern?: string
  /**
   * What the page says about an answer that does not match the pattern.
   */
  patternMessage?: string
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
  /**
   * A hint, shown while the field is empty.
   */
  placeholder?: string
  /**
   * What stands in the field at first.
   */
  default?: string
  [k: string]: unknown
}
/**
 * A field for a number.
 *
 */
export interface Number {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * The least number.
   */
  min?: number
  /**
   * The greatest number.
   */
  max?: number
  /**
   * The distance between numbers, counted from min or 0; 1 for whole numbers.
   */
  step?: number
  /**
   * What is counted, shown beside the field.
   */
  unit?: string
  /**
   * A hint, shown while the field is empty.
   */
  placeholder?: string
  /**
   * The number that stands in the field at first.
   */
  default?: number
  [k: string]: unknown
}
/**
 * A rating by stars or numbers from 1 on.
 *
 */
export interface Rating {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * The number of stars, from 3 to 10; 5 if it is left out.
   */
  max?: number
  /**
   * Whether the page shows stars or numbers; stars if it is left out.
   */
  look?: 'stars' | 'numbers'
  /**
   * What the lowest number means.
   */
  lowLabel?: string
  /**
   * What the highest number means.
   */
  highLabel?: string
  [k: string]: unknown
}
/**
 * A scale of numbers, such as that of the Net Promoter Score.
 *
 */
export interface OpinionScale {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * With "nps", the scale goes from 0 to 10, as for the Net Promoter Score, and has its labels.
   */
  preset?: 'nps'
  /**
   * The lowest number, 0 or 1; 1 if it is left out.
   */
  min?: number
  /**
   * The highest number, up to 10; 10 if it is left out.
   */
  max?: number
  /**
   * What the lowest number means.
   */
  lowLabel?: string
  /**
   * What the highest number means.
   */
  highLabel?: string
  [k: string]: unknown
}
/**
 * Fields for the day, the month and the year of a date, in the order of the page's language.
 *
 */
export interface Date {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * The earliest date, as YYYY-MM-DD or today.
   */
  min?: string
  /**
   * The latest date, as YYYY-MM-DD or today.
   */
  max?: string
  /**
   * Whether it asks when the person was born, so that browsers can fill it in; no if it is left out.
   */
  dateOfBirth?: boolean
  [k: string]: unknown
}
/**
 * A field for a time of day.
 *
 */
export interface Time {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * The earliest time, as HH:MM.
   */
  min?: string
  /**
   * The latest time, as HH:MM.
   */
  max?: string
  /**
   * The minutes between times, counted from min or midnight.
   */
  step?: number
  [k: string]: unknown
}
/**
 * A field for a phone number.
 *
 */
export interface Phone {
  /**
   * The question, shown as the label.
   */
  question?: string
  /**
   * A hint, shown while the field is empty.
   */
  placeholder?: string
  /**
   * The country of numbers without a country code, as two letters; chosen at first in the list of codes.
   */
  defaultCountry?: string
  /**
   * Show a list of country codes beside the number.
   */
  includeDialCode?: boolean
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
  /**
   * The most files of an answer; at most 10, the limit of the server.
   */
  maxFiles?: number
  /**
   * The largest size of a file in MiB; at most 10, the limit of the server.
   */
  maxSize?: number
  /**
   * The files that are taken: endings as in ".pdf", or types as in "image/*". Names and contents are checked.
   *
   * @maxItems 50
   */
  accept?: string[]
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
   * Whether the field must be filled in.
   */
  required?: boolean
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
 * A postal address, with a field for each part.
 *
 */
export interface Address {
  /**
   * The question, shown above the fields.
   */
  question?: string
  /**
   * The parts of the address in their order; without it, all but aptSuiteEtc.
   *
   * @maxItems 6
   */
  fields?: ('streetAddress' | 'aptSuiteEtc' | 'city' | 'state' | 'zipCode' | 'country')[]
  [k: string]: unknown
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
  /**
   * Add a last option with a field for people's own answer.
   */
  other?: boolean
  /**
   * The text of that last option; without it, "Other".
   */
  otherLabel?: string
  /**
   * The fewest options that an answer may have, with isMulti.
   */
  minChoices?: number
  /**
   * The most options that an answer may have, with isMulti.
   */
  maxChoices?: number
  /**
   * With "random", each person sees the options in an order of their own; "Other" stays last.
   */
  order?: 'random'
  /**
   * Show a field that filters the list, where the browser runs scripts. Without this key, lists of 15 options or more have one.
   */
  searchable?: boolean
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
  /**
   * Add a last option with a field for people's own answer.
   */
  other?: boolean
  /**
   * The text of that last option; without it, "Other".
   */
  otherLabel?: string
  /**
   * The fewest options that an answer may have, with isMulti.
   */
  minChoices?: number
  /**
   * The most options that an answer may have, with isMulti.
   */
  maxChoices?: number
  /**
   * With "random", each person sees the options in an order of their own; "Other" stays last.
   */
  order?: 'random'
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
  /**
   * Add a last option with a field for people's own answer.
   */
  other?: boolean
  /**
   * The text of that last option; without it, "Other".
   */
  otherLabel?: string
  /**
   * The fewest options that an answer may have, with isMulti.
   */
  minChoices?: number
  /**
   * The most options that an answer may have, with isMulti.
   */
  maxChoices?: number
  /**
   * With "random", each person sees the options in an order of their own; "Other" stays last.
   */
  order?: 'random'
  /**
   * The number of cards in a row of a wide page, from 1 to 4.
   */
  columns?: number
  /**
   * The pictures of options, each with option (as in choices), image (its https address) and alt (what it shows).
   *
   * @maxItems 1000
   */
  images?: OptionImage[]
  [k: string]: unknown
}
/**
 * The picture of an option.
 *
 */
export interface OptionImage {
  /**
   * The option, as it stands in choices.
   */
  option: string
  /**
   * The https address of the picture.
   */
  image: string
  /**
   * What the picture shows, for people who cannot see it; empty if it only decorates.
   */
  alt?: string
}
/**
 * A table of questions that share their options: one option for each row.
 *
 */
export interface Matrix {
  /**
   * The question, shown above the table.
   */
  question?: string
  /**
   * What is asked about, one text for each row.
   *
   * @maxItems 100
   */
  rows: string[]
  /**
   * The options of each row.
   *
   * @maxItems 20
   */
  columns: string[]
  [k: string]: unknown
}
/**
 * Options to put in order.
 *
 */
export interface Ranking {
  /**
   * The question, shown above the options.
   */
  question?: string
  /**
   * The options to put in order.
   *
   * @maxItems 40
   */
  options: string[]
  [k: string]: unknown
}
/**
 * A box to tick before going on; "required: false" beside type makes it optional.
 *
 */
export interface Consent {
  /**
   * A short name of the consent, shown above it; the heading of its answers.
   */
  question?: string
  /**
   * What people agree to. [text](https://…) becomes a link.
   */
  text: string
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
/**
 * A text to read, with or without a heading.
 *
 */
export interface Statement {
  /**
   * The heading.
   */
  title?: string
  /**
   * The text. Line breaks are kept; [text](https://…) becomes a link.
   */
  text?: string
  [k: string]: unknown
}
