import { stringify } from 'yaml'
import { guideTo, keysOf, type KeyGuide } from '../src/form/guide.ts'
import {
  contentSchema,
  definitionOf,
  describeType,
  exampleContent,
  formSchema,
  mainTypeNames,
  type Content,
  type TypeName,
} from '../src/form/schema.ts'

/** The picture of a component type, in docs/. */
export const pictureOf = (type: TypeName): string => `images/${type}.png`

/** The example that the reference and its picture show: the last one of the schema, which has the most keys. */
export const shownExample = (type: TypeName): Content =>
  (contentSchema(type).examples?.at(-1) ?? exampleContent(type)) as Content

/** The generated parts of docs/spec.md, by name. */
export const specParts = (): Readonly<Record<string, string>> => ({
  form: keyTable(keysOf(formSchema)),
  settings: keyTable(keysOf(definitionOf('Settings'))),
  step: keyTable(keysOf(definitionOf('Step'))),
  component: keyTable(keysOf(definitionOf('Component'))),
  types: typeTable(),
  contents: mainTypeNames.map(section).join('\n'),
})

function typeTable(): string {
  const rows = mainTypeNames.map(
    (type) => `| [\`${type}\`](#${type.toLowerCase()}) | ${describeType(type)} |`,
  )
  return `| component type | what it is |\n|---|---|\n${rows.join('\n')}\n`
}

function section(type: TypeName): string {
  const { description, keys, fieldKeys, identityKeys = [], answer } = guideTo(type)
  const parts = [
    `### ${type}\n${description}`,
    fenced('yaml', stringify([{ type, content: shownExample(type) }])),
    `![${type} on a page](${pictureOf(type)})`,
    keyTable(keys).trimEnd(),
  ]
  if (fieldKeys) {
    parts.push(`Each of the \`fields\` has these keys:\n\n${keyTable(fieldKeys).trimEnd()}`)
    parts.push(`\`key\` is one of ${identityKeys.map((key) => `\`${key}\``).join(', ')}.`)
  }
  if (answer) {
    const { type: _type, headline: _headline, componentShapeVersion: _version, ...members } = answer
    parts.push(`An answer holds: \`${JSON.stringify(members)}\``)
  }
  return `${parts.join('\n\n')}\n`
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\`\`\``

function keyTable(keys: readonly KeyGuide[]): string {
  const rows = keys.map(({ key, holds, isRequired, description, aliases, example }) => {
    const names = [key, ...aliases].map((name) => `\`${name}\``).join(' or ')
    return `| ${names} | ${holds}${isRequired ? ', required' : ''} | ${description} | ${exampleCell(key, example)} |`
  })
  return `| key | value | description | example |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

/** A key with its example in one line; nothing where it would take several. */
function exampleCell(key: string, example: unknown): string {
  const isLarge = Array.isArray(example) && example.some((part) => typeof part === 'object')
  if (example === undefined || isLarge) return ''
  const text = Array.isArray(example)
    ? `[${example.join(', ')}]`
    : stringify(example, { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: true }).trim()
  return `\`${key}: ${text}\``
}
