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
