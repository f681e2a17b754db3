import type { GeneratedFiles } from './write-files.ts'

const schemaFile = 'schemas/form.schema.json'
const typesFolder = 'src/form/types'
const pagesFolder = 'src/server/components'

const banner = (...from: readonly string[]): string =>
  `/* Generated from ${[...from, schemaFile].join(' and ')} by npm run generate. */\n`

/** A component type: its name, and that of the file that has it, which is another one for another name. */
type NamedType = { readonly name: string; readonly file: string }

/**
 * The modules with the names of the component types and with the tables of what `src/form/types/` and `src/server/components/` have of
 * each, in the order of the schema; or a sentence about a file that is missing.
 */
export function componentTypeFiles(
  schema: unknown,
  isThere: (file: string) => boolean,
): GeneratedFiles | string {
  const types = typesIn(schema)
  for (const { name, file } of types)
    for (const folder of [typesFolder, pagesFolder])
      if (!isThere(`${folder}/${file}.ts`))
        return `${schemaFile} defines ${name}, but ${folder}/${file}.ts does not exist.`
  const files = [...new Set(types.map(({ file }) => file))]
  const importsFrom = (folder: string): string =>
    files.map((file) => `import { ${camelCase(file)} } from '../${folder}/${file}.ts'\n`).join('')
  return new Map([
    [
      'src/form/generated/type-names.ts',
      `${banner()}
/** The component types that our server can draw, in the contract's order. */
export const typeNames = [
${types.map(({ name }) => `  '${name}',\n`).join('')}] as const
`,
    ],
    [
      'src/form/generated/component-types.ts',
      `${banner(typesFolder)}import type { TypeName } from '../schema.ts'
import { named, type ComponentType } from '../types/define-type.ts'
${importsFrom('types')}
/** What each component type is. */
export const componentTypes: Readonly<Record<TypeName, ComponentType>> = {
${types.map(({ name, file }) => `  ${name}: named('${name}', ${camelCase(file)}),\n`).join('')}}
`,
    ],
    [
      'src/server/generated/page-components.ts',
      `${banner(pagesFolder)}import type { TypeName } from '../../form/schema.ts'
import type { PageComponent } from '../components/page-component.ts'
${importsFrom('components')}
/** How a page draws each component type. */
export const pageComponents: Readonly<Record<TypeName, PageComponent>> = {
${types.map(({ name, file }) => `  ${name}: ${camelCase(file)},\n`).join('')}}
`,
    ],
  ])
}

/** The types of a schema: its definitions, but for the parts of others, which others refer to. One that is a reference itself is another name. */
function typesIn(schema: unknown): readonly NamedType[] {
  // It is the schema that this repository has.
  const { definitions, ...form } = schema as { definitions: Record<string, { readonly $ref?: string }> }
  const own = Object.entries(definitions)
  const wholes = [form, ...own.map(([, definition]) => definition).filter(({ $ref }) => $ref === undefined)]
  const parts = new Set(
    Array.from(JSON.stringify(wholes).matchAll(/"\$ref":"#\/definitions\/(\w+)"/g), ([, name]) => name),
  )
  return own
    .filter(([name]) => !parts.has(name))
    .map(([name, { $ref = name }]) => ({ name, file: kebabCase($ref.replace('#/definitions/', '')) }))
}

const kebabCase = (name: string): string =>
  name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

const camelCase = (file: string): string =>
  file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
