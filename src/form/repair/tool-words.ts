import { identityKeys, isTypeName, typeNames, type TypeName } from '../schema.ts'
import { groupedByKey, isObject, lazy, type JsonObject } from '../value.ts'
import { nearest, type Nearest } from '../words.ts'

/**
 * The words of other tools for keys and types of ours: one table, which findings, `--fix`, `formctl forms types` and the schema for
 * editors read. `word=key`: values mean the same, so `--fix` may rename it; `word~key`: they may. `word>Type` is a type of component,
 * `word>?Type` only one of several that it may be, and `word@key` the key of an identity field. `+name`: the word says more than
 * the type, by its name in `additions`. Capitals and signs do not count.
 *
 * What becomes of a definition of SurveyJS, `{type: text, name: mail, inputType: email, isRequired: true}`: `mend` looks up keys that are
 * missing (`keyMeant`), and the type by whose keys it does so (`typeWordOf`, `typeToCheckAs`: EmailForm). The rules look up what is left:
 * `unknown-type` the type (`typeMeant`), `ignored-key` and its kin each key (`keyMeant`). Each finding names the word that was meant.
 */
const table: Readonly<Record<string, string>> = {
  SurveyJS: `pages~steps elements~components title~name title~question name~key isRequired=required choices~options
    html~text rateMin~min rateMax~max minRateDescription~lowLabel maxRateDescription~highLabel enableIf~visibleIf
    defaultValue=default hasOther=other showOtherItem~other otherText~otherLabel otherPlaceholder~otherLabel choicesOrder~order
    minSelectedChoices=minChoices maxSelectedChoices=maxChoices acceptedTypes~accept requiredErrorText~patternMessage
    locale~language radiogroup>MultipleOptionsQuestion checkbox>MultipleOptionsQuestion+isMulti tagbox>MultipleOptionsQuestion+isMulti
    boolean>?MultipleOptionsQuestion+yesNo comment>LongInput text>?ShortInput imagepicker>GraphicOptions file>FileUploader
    html>?Statement slider>?OpinionScale`,
  Typeform: `fields~components ref~key properties~content validations~required allow_multiple_selection=isMulti
    allow_other_choice=other randomize~order steps~max start_at_one~min statements~rows multiple_choice>MultipleOptionsQuestion
    picture_choice>GraphicOptions short_text>ShortInput long_text>LongInput phone_number>?Phone yes_no>?MultipleOptionsQuestion+yesNo
    opinion_scale>OpinionScale file_upload>FileUploader contact_info>IdentityInfo calendly>SchedulerScreen statement>?Statement
    website>?ShortInput legal>?Disclaimer`,
  Tally: `checkboxes>MultipleOptionsQuestion+isMulti input_email>EmailForm input_phone_number>Phone input_number>Number
    input_date>Date input_time>Time input_text>ShortInput linear_scale>?OpinionScale multi_select>?MultipleOptionsQuestion+isMulti
    heading_1>Header hidden_fields~hiddenFields`,
  'Google Forms': `sections~steps questionItem~components helpText~description includeOther=other shuffle~order shuffleOptions~order
    low~min high~max paragraph>?LongInput short_answer>ShortInput long_answer>LongInput
    multiple_choice_grid>Matrix likertgrid>Matrix grid>?Matrix`,
  'GitHub issue forms': `body~steps attributes~content label~question id~key multiple=isMulti value~default
    validations~required input>ShortInput textarea>LongInput checkboxes>MultipleOptionsQuestion+isMulti markdown>?Statement`,
  XLSForm: `label~question hint~description guidance_hint~description relevant~visibleIf constraint~pattern
    constraint_message~patternMessage mandatory=required calculation~default appearance~look choice_filter~visibleIf
    or_other~other select_one>MultipleOptionsQuestion select_multiple>MultipleOptionsQuestion+isMulti integer>?Number decimal>Number
    rank>Ranking note>?Statement acknowledge>Consent image>?FileUploader range>?OpinionScale`,
  Formbricks: `headline~question headline~title subheader~description buttonLabel~buttonText isOptional~required shuffleOption~order
    openText>ShortInput multipleChoiceSingle>MultipleOptionsQuestion multipleChoiceMulti>MultipleOptionsQuestion+isMulti nps>OpinionScale+nps
    cta>NextButton consent>?Consent pictureSelection>GraphicOptions fileUpload>FileUploader cal>SchedulerScreen contactInfo>IdentityInfo`,
  'JSON Schema': `enum~options enum~choices properties~content items~options items~choices items~rows minimum=min maximum=max multipleOf~step
    minItems~minChoices maxItems~maxChoices examples~placeholder string>?ShortInput number>Number`,
  HTML: `placeholderText=placeholder href~dataUrl src~dataUrl multiple=isMulti readonly~default lang~language caption~label
    select>Dropdown radio>MultipleOptionsQuestion email>EmailForm mail>?EmailForm tel>?Phone date>?Date time>?Time
    number>?Number password>PasswordInput button>?NextButton submit>NextButton h1>Header h2>Header url>?ShortInput link>?ShortInput
    range>?OpinionScale listbox>Dropdown combobox>Dropdown fieldset>MultipleOptionsQuestion upload>FileUploader`,
  'GOV.UK': `hint~description errorMessage~patternMessage checkAnswers~offersCopy radios>MultipleOptionsQuestion
    character_count>LongInput date_input>Date summary_text>Statement inset_text>Statement warning_text>Statement`,
  'other tools': `screens~steps questions~components kind~type props~content inputs~fields questions~fields items~fields text~question
    prompt~question heading~question values~options answers~options options~choices values~choices answers~choices scale~columns
    values~columns link~dataUrl heading~title headline~title text~title label~title question~title name~title body~text content~text
    message~text title~text label~text question~text title~label text~label question~label name~question compulsory=required
    obligatory=required validation~required validate~required optional~required slug~key fieldName~key variable~key help~description
    guidance~description instructions~description subtitle~subheading subtitle~description tooltip~description showIf~visibleIf visibleWhen~visibleIf
    showWhen~visibleIf displayIf~visibleIf condition~visibleIf dependsOn~visibleIf logic~visibleIf example~placeholder
    initialValue~default prefill~default allowMultiple=isMulti isMultiple=isMulti multi~isMulti multiselect~isMulti allowOther=other
    otherOption~other allowCustom~other randomise~order random~order randomOrder~order minValue=min lower~min start~min maxValue=max
    upper~max end~max scale~max increment~step interval~step suffix~unit units~unit minCharacters=minLength minChars=minLength
    min~minLength minimum~minLength maxCharacters=maxLength maxChars=maxLength max~maxLength maximum~maxLength limit~maxLength
    minSelected=minChoices minSelections=minChoices min~minChoices maxSelected=maxChoices maxSelections=maxChoices max~maxChoices
    limit~maxChoices regex~pattern regexp~pattern validation~pattern validationMessage~patternMessage errorText~patternMessage
    lowerLabel~lowLabel minLabel~lowLabel startLabel~lowLabel leftLabel~lowLabel upperLabel~highLabel maxLabel~highLabel
    endLabel~highLabel rightLabel~highLabel fileTypes~accept allowedTypes~accept allowedFileTypes~accept extensions~accept
    mimeTypes~accept maxFileSize~maxSize sizeLimit~maxSize fileSize~maxSize hideLabel~hideQuestion hideTitle~hideQuestion
    search~searchable filterable~searchable autocomplete~searchable closeDate~closesAt deadline~closesAt endDate~closesAt
    expiresAt~closesAt expires~closesAt maxResponses~responseLimit submissionLimit~responseLimit limit~responseLimit
    redirectUrl~redirect redirectTo~redirect defaultLanguage~language equals~is eq~is equal~is notEquals~isNot neq~isNot ne~isNot
    not~isNot greaterThan~over gt~over above~over lessThan~under lt~under below~under includes~contains oneOf~in anyOf~any or~any
    allOf~all and~all empty~answered exists~answered isAnswered~answered field~question postaladdress>Address mailingaddress>Address
    agreement>Consent gdpr>?Consent acceptance>Consent datepicker>Date datefield>Date legal>?Disclaimer terms>?Disclaimer
    selectbox>Dropdown singleselect>Dropdown picklist>Dropdown dropdownlist>Dropdown emailfield>EmailForm emailinput>EmailForm
    emailaddress>EmailForm fileinput>FileUploader attachment>FileUploader imagechoice>GraphicOptions images>?GraphicOptions
    heading>?Header title>?Header headline>Header contact>?IdentityInfo person>?IdentityInfo personalinfo>IdentityInfo
    name>?IdentityInfo multilinetext>LongInput multiline>LongInput longanswertext>LongInput table>?Matrix matrixquestion>Matrix
    checkboxgroup>MultipleOptionsQuestion+isMulti choice>?MultipleOptionsQuestion choices>?MultipleOptionsQuestion
    multichoice>MultipleOptionsQuestion singlechoice>MultipleOptionsQuestion options>?MultipleOptionsQuestion submitbutton>NextButton
    continue>?NextButton next>?NextButton numeric>Number numberinput>Number age>?Number quantity>?Number scale>?OpinionScale
    netpromoterscore>OpinionScale+nps likert>OpinionScale+likert likertscale>OpinionScale+likert phone>?Phone telephone>Phone
    phoneinput>Phone ordering>Ranking sortable>Ranking stars>Rating starrating>Rating calendar>?SchedulerScreen
    booking>?SchedulerScreen appointment>?SchedulerScreen meeting>?SchedulerScreen timepicker>Time givenName@firstName fname@firstName
    surname@lastName familyName@lastName name@fullName yourName@fullName mail@emailAddress businessEmail@workEmailAddress
    companyEmail@workEmailAddress tel@phoneNumber telephone@phoneNumber mobile@phoneNumber mobileNumber@phoneNumber cell@phoneNumber
    cellphone@phoneNumber organisation@companyName organization@companyName employer@companyName business@companyName
    employees@numberOfEmployees companySize@numberOfEmployees teamSize@numberOfEmployees headcount@numberOfEmployees
    homepage@websiteUrl url@websiteUrl jobTitle@title job@title position@title role@title address@streetAddress address1@streetAddress
    addressLine1@streetAddress apartment@aptSuiteEtc suite@aptSuiteEtc unit@aptSuiteEtc address2@aptSuiteEtc addressLine2@aptSuiteEtc
    town@city locality@city region@state province@state county@state nation@country countryCode@country postalCode@zipCode
    postcode@zipCode plz@zipCode revenue@companyRevenue turnover@companyRevenue annualRevenue@companyRevenue avatar@profilePictureUrl
    photo@profilePictureUrl picture@profilePictureUrl image@profilePictureUrl`,
}

/** The keys to add where a word says more than the type, as a part of a sentence. */
const additions: Readonly<Record<string, string>> = {
  isMulti: ' with "isMulti: true"',
  nps: ' with "preset: nps"',
  likert: ' with "max: 5", "lowLabel" and "highLabel"',
  yesNo: ' with "choices: [Yes, No]"',
}

/** How sure it is that a word means one of ours; a type, or the key of an identity field. */
type WordKind = '=' | '~' | '>' | '>?' | '@'

type ToolWord = {
  readonly word: string
  readonly kind: WordKind
  readonly ours: string
  readonly adds: string | undefined
  readonly tool: string
}

export const toolWords = lazy((): readonly ToolWord[] =>
  Object.entries(table).flatMap(([tool, text]) =>
    text.split(/\s+/).map((entry) => {
      const [, word = '', kind, ours = '', adds] = /^(\w+)(>\?|[=~>@])(\w+)(?:\+(\w+))?$/.exec(entry) ?? []
      // The table has no other signs.
      return { word, kind: kind as WordKind, ours, adds, tool }
    }),
  ),
)

/** A word in small letters, without signs: `is_required` is `isRequired`. */
const bareWord = (word: string): string => word.toLowerCase().replaceAll(/[^a-z\d]/g, '')

const byWord = lazy(() => Map.groupBy(toolWords(), ({ word }) => bareWord(word)))

const lookUp = (word: string): readonly ToolWord[] => byWord().get(bareWord(word)) ?? []

/** Which known word was meant: the same in another notation, else one by the table, the first of these kinds first, else a similar one. */
function meant(word: string, known: readonly string[], kinds: readonly WordKind[]): Nearest | undefined {
  const near = nearest(word, known)
  // Words of other tools come before spelling, by which "text" is nearest to Dropdown.
  const called = near?.isCertain ? [] : lookUp(word)
  for (const kind of kinds) {
    const found = known.find((ours) => called.some((one) => one.kind === kind && one.ours === ours))
    if (found !== undefined) return { word: found, isCertain: kind === '=', isOnly: kind === '>' }
  }
  return near
}

/** Which of the free keys was meant. */
export const keyMeant = (written: string, free: readonly string[]): Nearest | undefined =>
  meant(written, free, ['=', '~'])

/** Which of the known types was probably meant by an unknown one. */
export const typeMeant = (type: string, known: readonly string[] = typeNames): Nearest | undefined =>
  meant(type, known, ['>', '>?'])

/** Which of the identity keys, or of other words that are allowed, was probably meant. */
export const identityKeyMeant = (
  word: string,
  allowed: readonly string[] = identityKeys,
): Nearest | undefined => meant(word, allowed, ['@'])

/** The word for the type of a component: the `inputType` that a text has in SurveyJS, or that of a short text where it asks. */
export function typeWordOf(component: JsonObject): unknown {
  const { type, content } = component
  if (type !== 'text') return type
  const keys = { ...(isObject(content) && content), ...component }
  const { inputType } = keys
  if (typeof inputType === 'string' && lookUp(inputType).some(({ kind }) => kind.startsWith('>')))
    return inputType
  return Object.keys(keys).some((key) => ['inputtype', 'isrequired', 'placeholder'].includes(bareWord(key)))
    ? 'short_text'
    : type
}

/** The type as which the content of an unknown type is checked; undefined if that would be a mere guess. */
export function typeToCheckAs(type: unknown): TypeName | undefined {
  const near = typeof type === 'string' ? typeMeant(type) : undefined
  return near?.isOnly && isTypeName(near.word) ? near.word : undefined
}

/** Whether two names of a type differ only in capitals and notation. */
export const isTypeWritten = (type: string, ours: TypeName): boolean => bareWord(type) === bareWord(ours)

/** The keys to add where the word of another tool means more than the type, as a part of a sentence; '' for none. */
export const keysForWord = (type: string): string =>
  additions[lookUp(type).find(({ adds }) => adds)?.adds ?? ''] ?? ''

/** The keys under which other tools keep the text of an option, the likeliest first. */
export const optionTextKeys = ['label', 'text', 'name', 'title', 'value']

/** What other tools call a key (`=~`) or a type (`>`) of ours, as `multiple (GitHub issue forms, HTML)`. */
export const wordsFor = (ours: string, kinds: '=~' | '>'): readonly string[] =>
  Array.from(
    groupedByKey(
      toolWords()
        .filter(
          (one) => one.ours === ours && one.tool !== 'other tools' && kinds.includes(one.kind.charAt(0)),
        )
        .map(({ word, tool }) => [word, tool] as const),
    ),
    ([word, tools]) => `${word} (${tools.join(', ')})`,
  )
