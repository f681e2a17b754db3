import { componentTypes } from '../components.ts'
import { type IdentityKey, type TypeName, isTypeName, typeNames } from '../schema.ts'
import { nearest, type Nearest } from '../words.ts'

/** Words of other form tools, by our key: `same` where values mean the same, `alike` where they may. */
const keyWords: Readonly<Record<string, readonly [same: string, alike: string]>> = {
  steps: ['', 'pages screens sections'],
  components: ['', 'questions elements fields'],
  type: ['', 'kind'],
  content: ['', 'props properties attributes'],
  name: ['', 'title'],
  fields: ['', 'inputs questions items'],
  question: ['', 'label title text prompt name headline heading'],
  options: ['', 'values items answers enum'],
  choices: ['', 'values items answers enum'],
  rows: ['', 'statements items'],
  columns: ['', 'scale values'],
  dataUrl: ['', 'link href src'],
  title: ['', 'heading headline text label question name'],
  text: ['', 'body content message title label question'],
  label: ['', 'title text caption question'],
  required: ['mandatory isrequired compulsory obligatory', 'validations validation validate optional'],
  key: ['', 'id slug ref name fieldname variable'],
  description: ['', 'hint help helptext helpertext guidance guidancehint instructions subtitle tooltip'],
  visibleIf: ['', 'showif visiblewhen showwhen displayif relevant condition dependson enableif logic'],
  placeholder: ['placeholdertext', 'example'],
  default: ['defaultvalue', 'initialvalue value prefill'],
  isMulti: ['multiple allowmultiple ismultiple', 'multi multiselect'],
  other: ['allowother hasother includeother', 'orother showotheritem otheroption allowcustom'],
  otherLabel: ['', 'othertext otherplaceholder'],
  order: ['', 'shuffle shuffleoptions randomize randomise random randomorder choicesorder'],
  min: ['minimum minvalue', 'ratemin lower start'],
  max: ['maximum maxvalue', 'ratemax upper end scale'],
  step: ['', 'increment interval'],
  unit: ['', 'suffix units'],
  minLength: ['mincharacters minchars', 'min minimum'],
  maxLength: ['maxcharacters maxchars', 'max maximum limit'],
  minChoices: ['minselected minselections minselectedchoices', 'minitems min'],
  maxChoices: ['maxselected maxselections maxselectedchoices', 'maxitems max limit'],
  // Other tools match a part of the answer; ours matches the whole.
  pattern: ['', 'regex regexp validation constraint'],
  patternMessage: ['', 'errormessage constraintmessage validationmessage errortext'],
  lowLabel: ['', 'lowerlabel minlabel startlabel leftlabel minratedescription'],
  highLabel: ['', 'upperlabel maxlabel endlabel rightlabel maxratedescription'],
  accept: ['', 'filetypes allowedtypes allowedfiletypes acceptedtypes extensions mimetypes'],
  maxSize: ['', 'maxfilesize sizelimit filesize'],
  hideQuestion: ['', 'hidelabel hidetitle'],
  searchable: ['', 'search filterable autocomplete'],
  closesAt: ['', 'closedate deadline enddate expiresat expires'],
  responseLimit: ['', 'maxresponses submissionlimit limit'],
  redirect: ['', 'redirecturl redirectto'],
  language: ['', 'locale lang defaultlanguage'],
}

/** Which of the free keys was meant: the same in another notation, a synonym from other tools, or a similar spelling. */
export function keyMeant(written: string, free: readonly string[]): Nearest | undefined {
  const near = nearest(written, free)
  if (near?.isCertain) return near
  const isCalled = (key: string, i: 0 | 1): boolean =>
    Object.hasOwn(keyWords, key) && keyWords[key]?.[i].split(' ').includes(bareOf(written)) === true
  const same = free.find((key) => isCalled(key, 0))
  const word = same ?? free.find((key) => isCalled(key, 1))
  if (word !== undefined) return { word, isCertain: word === same }
  return near
}

const typeWords = Object.fromEntries(
  Object.entries(componentTypes).map(([name, { synonyms }]) => [name, synonyms]),
) as Words<TypeName>

const typeCalled = (word: string): TypeName | undefined => calledIn(typeWords, word)

// Words that may mean several types: "text" may be a question, a headline or prose.
const vagueWords = new Set(
  'scale slider linearscale grid table gdpr age quantity text input string comment paragraph number integer date time url website link phonenumber yesno boolean mail file person address phone tel name contact choice choices options multiselect images note statement markdown html terms legal consent title heading calendar booking appointment meeting continue next button'.split(
    ' ',
  ),
)

/** Whether a word may mean several types, so that it is no evidence for one. */
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
  // Synonyms come before spelling, by which "text" is nearest to Dropdown. They are never certain.
  const meant = near?.isCertain ? undefined : typeCalled(type)
  return meant === undefined || !known.includes(meant) ? near : { word: meant, isCertain: false }
}

/** The keys to add where the word of another tool means more than the type, as a part of a sentence. */
export function keysForWord(type: string): string {
  const bare = bareOf(type)
  if (/^(checkbox.*|multiselect)$/.test(bare)) return ' with "isMulti: true"'
  if (/^(nps|netpromoterscore)$/.test(bare)) return ' with "preset: nps"'
  if (bare.startsWith('likert')) return ' with "max: 5", "lowLabel" and "highLabel"'
  if (/^(yesno|boolean)$/.test(bare)) return ' with "choices: [Yes, No]"'
  return ''
}

/** The type as which the content of an unknown type is checked; undefined if that would be a mere guess. */
export function typeToCheckAs(type: unknown): TypeName | undefined {
  if (typeof type !== 'string') return undefined
  const meant = typeMeant(type)
  const isSure = meant?.isOnly === true || (typeCalled(type) !== undefined && !isVagueType(type))
  return isSure && isTypeName(meant?.word) ? meant.word : undefined
}

/** Whether two names of a type differ only in capitals and notation. */
export const isTypeWritten = (type: string, meant: TypeName): boolean => bareOf(type) === bareOf(meant)
