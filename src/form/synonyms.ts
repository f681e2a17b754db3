import type { TypeName } from './components/component-type.ts'

// Words of other form tools and other components, for what has another name here.
const synonyms: Readonly<Record<string, readonly string[]>> = {
  steps: ['pages', 'screens'],
  components: ['questions', 'elements', 'fields'],
  type: ['kind'],
  content: ['props', 'properties'],
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

/** The key that another tool or component calls that. */
export const synonymOf = (written: string, open: readonly string[]): string | undefined =>
  open.find((key) => Object.hasOwn(synonyms, key) && synonyms[key]?.includes(written))

// What HTML and other form tools call these types, in lower case and without signs.
const typeWords: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  ShortInput: [
    'text',
    'input',
    'string',
    'textfield',
    'shorttext',
    'singlelinetext',
    'shortanswer',
    'textinput',
  ],
  LongInput: ['textarea', 'longtext', 'multilinetext', 'paragraph', 'longanswer', 'comment'],
  EmailForm: ['mail', 'emailfield', 'emailinput'],
  FileUploader: ['upload', 'attachment', 'fileinput'],
  IdentityInfo: ['contact', 'contactinfo', 'person', 'personalinfo', 'address', 'phone', 'tel', 'name'],
  Dropdown: ['select', 'combobox', 'listbox', 'singleselect'],
  MultipleOptionsQuestion: [
    'radio',
    'radiogroup',
    'checkbox',
    'checkboxes',
    'choice',
    'options',
    'multiselect',
  ],
  GraphicOptions: ['picturechoice', 'imagechoice', 'images'],
  SchedulerScreen: ['calendar', 'booking', 'appointment', 'meeting', 'calendly'],
  NextButton: ['button', 'submit', 'continue'],
  Header: ['heading', 'title', 'headline', 'h1', 'h2'],
  Disclaimer: ['legal', 'terms', 'note', 'statement', 'markdown', 'html', 'consent'],
}

/** The type that another tool calls that. */
export function typeCalled(word: string): TypeName | undefined {
  const bare = word.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  // The keys of the table are types.
  return (Object.keys(typeWords) as TypeName[]).find((type) => typeWords[type]?.includes(bare))
}
