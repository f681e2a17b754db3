import type { TypeName } from '../../form/components/component-type.ts'
import { describeType } from '../../form/form-schema.ts'
import { guideTo, type KeyGuide } from '../../form/type-guide.ts'
import { yamlText } from '../terminal/yaml-text.ts'
import { planSteps, type NewForm, type PlannedComponent, type PlannedStep } from './plan-spec.ts'

/** What stands above a new spec. */
export type Heading = {
  /** Where an editor finds the schema; absent where it has to be told in another way. */
  readonly schema?: string
  /** The file as a shell takes it; absent where the spec goes to no file. */
  readonly file?: string
}

/** The text of a new spec: what stands there has examples, what else may stand there is a comment. */
export function specText(form: NewForm, { schema, file }: Heading): string {
  const described = new Set<TypeName>()
  const lines = [
    ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
    '# A form as code. formctl forms types shows all that can stand on it.',
    ...(file === undefined ? [] : nextLines(file)),
    '',
    ...linesOf({ name: form.name }),
    '',
    '# The existing form whose look this one inherits; here, with --source-form, or in the settings.',
    '# sourceFormId: <form-id>',
    '',
    '# The pages of the form, in order; at least two. The last one here only thanks.',
    'steps:',
    ...parted(planSteps(form).map((step) => stepLines(step, described))),
  ]
  return `${lines.join('\n')}\n`
}

const nextLines = (file: string): readonly string[] => [
  `#   formctl forms preview ${file} --watch   shows it in a browser while you write`,
  `#   formctl forms validate ${file}          says what is wrong, where, and what to do`,
  `#   formctl forms generate ${file}          creates and publishes it`,
]

function stepLines({ name, components }: PlannedStep, described: Set<TypeName>): readonly string[] {
  const [first = '', ...rest] = linesOf({ name })
  const parts = components.map((component) => componentLines(component, described))
  return [`  - ${first}`, ...indented(rest, 4), '    components:', ...parted(parts)]
}

/** A component; the first of its type with what it is, and with the keys that it could have too. */
function componentLines({ type, content }: PlannedComponent, described: Set<TypeName>): readonly string[] {
  const isNew = !described.has(type)
  described.add(type)
  const guide = guideTo(type)
  const optional = optionalLines(guide.keys.filter(({ key }) => !Object.hasOwn(content, key)))
  const more =
    guide.fieldKeys === undefined ? [] : ['# A field has more keys: formctl forms types IdentityInfo']
  return [
    ...(isNew ? [`      # ${describeType(type)}`] : []),
    ...indented(linesOf([{ type, content }]), 6),
    ...(isNew ? indented([...optional, ...more], 10) : []),
  ]
}

/** Keys that could stand there; taking away the first sign and blank makes them stand there. */
function optionalLines(keys: readonly KeyGuide[]): readonly string[] {
  const lines = keys.map(({ key, example }) => `# ${linesOf({ [key]: example }).join(' ')}`)
  const width = Math.max(0, ...lines.map((line) => line.length))
  return lines.map((line, i) => `${line.padEnd(width)}  # ${keys[i]?.description}`)
}

/** Groups of lines with an empty line between. */
const parted = (groups: readonly (readonly string[])[]): readonly string[] =>
  groups
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .split('\n')

const linesOf = (value: unknown): readonly string[] => yamlText(value).replace(/\n$/, '').split('\n')

const indented = (lines: readonly string[], depth: number): readonly string[] =>
  lines.map((line) => (line === '' ? line : ' '.repeat(depth) + line))
