import { type IdentityKey, type TypeName, isTypeName, typeNames } from '../schema.ts'
import { nearest, type Nearest } from '../words.ts'

// Words of other form tools and other components, by the key that they stand for here.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  steps: ['pages', 'screens', 'sections'],
  components: ['questions', 'elements', 'fields'],
  type: ['kind'],
  content: ['props', 'properties', 'attributes'],
  name: ['title'],
  fields: ['inputs', 'questions', 'items'],
  question: ['label', 'title', 'text', 'prompt', 'name'],
  options: ['values', 'items', 'answers'],
  choices: ['values', 'items', 'answers'],
  dataUrl: ['link', 'href', 'src'],
  title: ['heading', 'headline', 'text', 'label', 'question', 'name'],
  text: ['body', 'content', 'message', 'title', 'label', 'question'],
  label: ['title', 'text', 'caption', 'question'],
}

/** Which of the free keys was meant: one that is spelt alike, or one that other tools call so. */
export function keyMeant(written: string, free: readonly string[]): Nearest | undefined {
  const near = nearest(written, free)
  if (near) return near
  const word = free.find((key) => Object.hasOwn(synonyms, key) && synonyms[key]?.includes(written))
  return word === undefined ? undefined : { word, isCertain: false }
}

// What HTML and other form tools call these types, in lower case and letters only.
const typeWords: Readonly<Partial<Record<TypeName, string>>> = {
  ShortInput:
    'text input string textfield shorttext singlelinetext shortanswer textinput textline singleline shortanswertext url website link',
  LongInput: 'textarea longtext multilinetext paragraph longanswer comment multiline longanswertext',
  Number: 'number integer numeric decimal numberinput age quantity',
  Rating: 'rating stars starrating',
  OpinionScale: 'scale slider nps netpromoterscore likert likertscale linearscale',
  Date: 'date datepicker dateinput datefield',
  Time: 'time timepicker',
  Phone: 'phone phonenumber tel telephone phoneinput',
  EmailForm: 'mail email emailfield emailinput emailaddress',
  FileUploader: 'upload file fileupload attachment fileinput',
  IdentityInfo: 'contact contactinfo person personalinfo name',
  Dropdown: 'select combobox listbox singleselect selectbox picklist dropdownlist',
  MultipleOptionsQuestion:
    'radio radiogroup checkbox checkboxes checkboxgroup choice choices multiplechoice multichoice singlechoice options multiselect yesno boolean',
  GraphicOptions: 'picturechoice imagechoice images',
  Address: 'postaladdress mailingaddress',
  Matrix: 'grid table likertgrid matrixquestion',
  Ranking: 'rank ordering sortable',
  Consent: 'agreement gdpr acceptance',
  SchedulerScreen: 'calendar booking appointment meeting calendly',
  NextButton: 'button submit submitbutton continue next',
  Header: 'heading title headline h1 h2',
  Disclaimer: 'legal terms note markdown html',
}

const typeCalled = (word: string): TypeName | undefined => calledIn(typeWords, word)

// Words that may mean several types: text may be a question, a headline or prose.
const vagueWords = new Set(
  'scale slider linearscale grid table gdpr age quantity text input string comment paragraph number integer date time url website link phonenumber yesno boolean mail file person address phone tel name contact choice choices options multiselect images note statement markdown html terms legal consent title heading calendar booking appointment meeting continue next button'.split(
    ' ',
  ),
)

/** Whether a word may mean several types, so that it decides nothing. */
const isVagueType = (word: string): boolean => vagueWords.has(bareOf(word))

const bareOf = (word: string): string => word.toLowerCase().replaceAll(/[^a-z\d]/g, '')

// What other forms call these, in lower case and letters only.
const identityWords: Readonly<Partial<Record<IdentityKey, string>>> = {
  firstName: 'givenname forename fname',
  lastName: 'surname familyname lname',
  fullName: 'name yourname',
  emailAddress: 'mail email',
  workEmailAddress: 'workemail businessemail companyemail',
  phoneNumber: 'phone tel telephone mobile mobilenumber cell cellphone',
  companyName: 'company organisation organization employer business',
  numberOfEmployees: 'employees companysize teamsize headcount',
  websiteUrl: 'website homepage url web',
  title: 'jobtitle job position role',
  streetAddress: 'street address address1 addressline1',
  aptSuiteEtc: 'apartment apt suite unit address2 addressline2',
  city: 'town locality',
  state: 'region province county',
  country: 'nation countrycode',
  zipCode: 'zip postalcode postcode plz',
  companyRevenue: 'revenue turnover annualrevenue',
  profilePictureUrl: 'avatar photo picture profilepicture image',
}

/** The identity key that a word of another form stands for. */
export const identityKeyCalled = (word: string): IdentityKey | undefined => calledIn(identityWords, word)

type Words<Name extends string> = Readonly<Partial<Record<Name, string>>>

function calledIn<Name extends string>(words: Words<Name>, word: string): Name | undefined {
  const bare = bareOf(word)
  // The keys of the table are the names.
  return (Object.keys(words) as Name[]).find((name) => words[name]?.split(' ').includes(bare))
}

/** Which of the known types was probably meant by an unknown one. */
export function typeMeant(type: string, known: readonly string[] = typeNames): Nearest | undefined {
  const near = nearest(type, known)
  // Words of other tools come before likeness: by spelling, "text" is nearest to Dropdown.
  const meant = near?.isCertain ? undefined : typeCalled(type)
  if (meant === undefined || !known.includes(meant)) return near
  return { word: meant, isCertain: !isVagueType(type) && beside(type) === '' }
}

/** What else is to be written where the word of another tool means more than the type, as a part of a sentence. */
export function beside(type: string): string {
  const bare = bareOf(type)
  if (/^(checkbox.*|multiselect)$/.test(bare)) return ' with "isMulti: true"'
  if (/^(nps|netpromoterscore)$/.test(bare)) return ' with "preset: nps"'
  if (/^likert/.test(bare)) return ' with "max: 5", "lowLabel" and "highLabel"'
  if (/^(yesno|boolean)$/.test(bare)) return ' with "choices: [Yes, No]"'
  return ''
}

/** The type by which to check the content of an unknown type; undefined if that would be a mere guess. */
export function typeToCheckAs(type: unknown): TypeName | undefined {
  if (typeof type !== 'string') return undefined
  const meant = typeMeant(type)
  const isSure = meant?.isOnly === true || (typeCalled(type) !== undefined && !isVagueType(type))
  return isSure && isTypeName(meant?.word) ? meant.word : undefined
}

/** Whether a type is written as the service writes it but for capitals and notation. */
export const isTypeWritten = (type: string, meant: TypeName): boolean => bareOf(type) === bareOf(meant)
