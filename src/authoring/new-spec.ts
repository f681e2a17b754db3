import { parse, stringify } from 'yaml'
import { componentTypes } from '../form/components.ts'
import { exampleContent, describeType, type Content, type TypeName } from '../form/schema.ts'
import { guideTo, keysBesideType, type KeyGuide } from '../form/guide.ts'
import { capital } from '../form/words.ts'
import { templates } from './generated/templates.ts'

/** The forms in `templates/`, which can be published as they are, the most usual first. */
export const templateNames = ['feedback', 'nps', 'application', 'registration', 'request', 'contact'] as const

type TemplateName = (typeof templateNames)[number]

// A test holds that each is a form.
const parseTemplate = (template: TemplateName) =>
  parse(templates[template]) as {
    readonly name: string
    readonly steps: readonly { components: readonly { type: TypeName }[] }[]
  }

export type NewForm = {
  readonly name: string
  /** How many steps, the one that thanks included; at least two. */
  readonly steps: number
  readonly types: readonly TypeName[]
}

type PlannedStep = { readonly name: string; readonly components: readonly PlannedComponent[] }
type PlannedComponent = { readonly type: TypeName; readonly content: Content }

/** The types of a form if none are chosen. */
export const defaultTypes: readonly TypeName[] = ['ShortInput', 'MultipleOptionsQuestion', 'IdentityInfo']
export const defaultSteps = 3

/** The types that every form has: a button on each step, a heading on the first and the last. */
export const fixedTypes: readonly TypeName[] = ['Header', 'NextButton']

/** The steps of a new form: the types in their order, spread over all steps but the last, which thanks. */
export function planSteps({ name, steps, types }: NewForm): readonly PlannedStep[] {
  const asking = types.filter((type) => !fixedTypes.includes(type))
  const groups = spread(asking, steps - 1)
  const names = stepNames(groups)
  return [
    ...groups.map((group, i) => ({
      name: names[i] ?? '',
      components: [
        ...(i === 0 ? [header({ title: name, subheading: 'It takes two minutes.' })] : []),
        ...group.map((type) => ({ type, content: exampleContent(type) })),
        button(i === groups.length - 1 ? 'Send' : 'Continue'),
      ],
    })),
    { name: 'Thanks', components: [header({ title: 'Thank you', subheading: 'We will be in touch.' })] },
  ]
}

/** Splits the types into groups of about the same length, filled up with questions for a line of text. */
function spread(types: readonly TypeName[], groups: number): readonly (readonly TypeName[])[] {
  const filled = [...types, ...Array.from({ length: groups - types.length }, () => 'ShortInput' as const)]
  return Array.from({ length: groups }, (_, i) =>
    filled.slice(Math.ceil((i * filled.length) / groups), Math.ceil(((i + 1) * filled.length) / groups)),
  )
}

function stepNames(groups: readonly (readonly TypeName[])[]): readonly string[] {
  const used = new Map<string, number>()
  return groups.map(([first, ...rest]) => {
    const name = (rest.length === 0 && first ? componentTypes[first].stepName : undefined) ?? 'Questions'
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return times === 1 ? name : `${name}, part ${times}`
  })
}

const header = (content: Content): PlannedComponent => ({ type: 'Header', content })
const button = (buttonText: string): PlannedComponent => ({ type: 'NextButton', content: { buttonText } })

export type SpecHeading = {
  /** Where an editor finds the schema; absent: the file does not name it. */
  readonly schema?: string | undefined
  /** The file as a shell takes it; absent where the spec goes to no file. */
  readonly file?: string
}

/** The text of a new spec: required keys have examples, optional keys are comments. */
export function specText(form: NewForm, heading: SpecHeading): string {
  const described = new Set<string>()
  const lines = [
    ...headLines(heading),
    ...linesOf({ name: form.name }),
    '',
    '# A form whose look this one takes. --source-form and the settings can name it instead.',
    '# sourceFormId: <form-id>',
    '',
    '# The pages of the form, in order; at least two. The last one here says thank you.',
    'steps:',
    ...parted(planSteps(form).map((step) => stepLines(step, described))),
  ]
  return `${lines.join('\n')}\n`
}

/** What a form made from the template is called, where its author gives no name. */
export const nameOfTemplate = (template: TemplateName): string => parseTemplate(template).name

/** A new spec that is a template, under that name. */
export function specOfTemplate(
  template: TemplateName,
  name: string,
): NewForm & { readonly textWith: (heading: SpecHeading) => string } {
  const { steps } = parseTemplate(template)
  const text = templates[template].replace(/^name: .*\n/, '')
  return {
    name,
    steps: steps.length,
    types: [...new Set(steps.flatMap(({ components }) => components.map(({ type }) => type)))],
    textWith: (heading) => [...headLines(heading), ...linesOf({ name }), text].join('\n'),
  }
}

const headLines = ({ schema, file }: SpecHeading): readonly string[] => [
  ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
  '# A form as code. formctl forms types lists the component types; formctl forms new --template writes a form that can be published',
  `# as it is: ${templateNames.join(', ')}.`,
  ...(file === undefined ? [] : nextLines(file)),
  '',
]

const nextLines = (file: string): readonly string[] => [
  `#   formctl forms preview ${file} --watch   shows the page while you write`,
  `#   formctl forms validate ${file}          checks it`,
  `#   formctl forms apply ${file}             creates and publishes it`,
]

function stepLines({ name, components }: PlannedStep, described: Set<string>): readonly string[] {
  const [first = '', ...rest] = linesOf({ name })
  const parts = components.map((component) => componentLines(component, described))
  return [`  - ${first}`, ...indented(rest, 4), '    components:', ...parted(parts)]
}

/** A component; the first of its type also describes the type and its optional keys. */
function componentLines({ type, content }: PlannedComponent, described: Set<string>): readonly string[] {
  const isNew = !described.has(type)
  described.add(type)
  const guide = guideTo(type)
  const optional = optionalLines(guide.keys.filter(({ key }) => !Object.hasOwn(content, key)))
  const more = guide.fieldKeys === undefined ? [] : [`# A field has more keys: formctl forms types ${type}`]
  const [head = '', ...below] = linesOf([{ type, content }])
  return [
    ...(isNew ? [`      # ${describeType(type)}`] : []),
    `      ${head}`,
    ...indented(guide.asks === undefined ? [] : besideType(described), 8),
    ...indented(below, 6),
    ...(isNew ? indented([...optional, ...more], 10) : []),
  ]
}

/** The keys beside `type` as comments: all of them at the first question, and whether it is required at each. */
function besideType(described: Set<string>): readonly string[] {
  const isFirst = !described.has('beside')
  described.add('beside')
  return optionalLines(keysBesideType().filter(({ key }) => isFirst || key === 'required'))
}

/** Optional keys as comments; without the leading `# ` they are YAML. */
function optionalLines(keys: readonly KeyGuide[]): readonly string[] {
  const lines = keys.map(({ key, example }) =>
    // A list on one line, since only then one # hides it.
    typeof example === 'object'
      ? `# ${key}: ${JSON.stringify(example)}`
      : `# ${linesOf({ [key]: example }).join(' ')}`,
  )
  const width = Math.max(0, ...lines.map((line) => line.length))
  return lines.map((line, i) => `${line.padEnd(width)}  # ${keys[i]?.description}`)
}

/** Groups of lines with an empty line between. */
const parted = (groups: readonly (readonly string[])[]): readonly string[] =>
  groups
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .split('\n')

const linesOf = (value: unknown): readonly string[] =>
  stringify(value, { lineWidth: 0, compat: 'yaml-1.1', aliasDuplicateObjects: false })
    .replace(/\n$/, '')
    .split('\n')

const indented = (lines: readonly string[], depth: number): readonly string[] =>
  lines.map((line) => (line === '' ? line : ' '.repeat(depth) + line))

/** The name for a form, from its file name: `customer-survey.yaml` becomes "Customer survey". */
export function nameFromFile(file: string): string {
  if (file === '-') return 'New form'
  const words = file
    .replace(/^.*[/\\]/s, '')
    .replace(/\.ya?ml$/i, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? 'New form' : capital(words)
}

/** The file name for a form: lower-case letters without accents, digits and dashes. */
export function fileNameFor(name: string): string {
  const slug = name
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return `${slug === '' ? 'form' : slug}.yaml`
}
