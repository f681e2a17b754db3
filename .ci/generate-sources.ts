/** Step 1 of `npm run generate`: sources of the program that git ignores, made from `schemas/`, `docs/` and other sources. */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import { Ajv, type AnySchemaObject } from 'ajv'
import { compile } from 'json-schema-to-typescript'
import { answerFactsFile } from './answer-facts.ts'
import { componentTypeFiles } from './component-types.ts'
import { explainPages } from './explain-pages.ts'
import { withSlashes } from './fast-starts.ts'
import { kernelModule } from './kernel.ts'
import { libraryOptionsFile } from './library-options.ts'
import { pageScriptFiles } from './page-scripts.ts'
import { specTemplates } from './spec-templates.ts'
import { writeFiles, type GeneratedFiles } from './write-files.ts'

/** A schema file, where its types go, and where the validators of it and of its parts go, if the program needs any. */
type Source = {
  readonly schema: string
  readonly types: string
  readonly validators?: string
  /** Whether errors carry the schema that they break, so that sentences can say what it allows. */
  readonly saysSchema?: true
}

const sources: readonly Source[] = [
  {
    schema: 'schemas/form.schema.json',
    types: 'src/form/generated/form.ts',
    validators: 'src/form/generated/validate-form.js',
  },
  {
    schema: 'schemas/response.schema.json',
    types: 'src/form/generated/response.ts',
    validators: 'src/form/generated/validate-response.js',
  },
  {
    schema: 'schemas/style.schema.json',
    types: 'src/form/generated/style.ts',
    validators: 'src/form/generated/validate-style.js',
    saysSchema: true,
  },
  {
    schema: 'schemas/form-label.schema.json',
    types: 'src/form/generated/form-label.ts',
    validators: 'src/form/generated/validate-form-label.js',
  },
  {
    schema: 'schemas/config.schema.json',
    types: 'src/cli/generated/config.ts',
    validators: 'src/cli/generated/validate-config.js',
    saysSchema: true,
  },
  {
    schema: 'schemas/journal-entry.schema.json',
    types: 'src/publish/generated/journal-entry.ts',
    validators: 'src/publish/generated/validate-journal-entry.js',
  },
  {
    schema: 'schemas/lock.schema.json',
    types: 'src/publish/generated/lock.ts',
    validators: 'src/publish/generated/validate-lock.js',
    saysSchema: true,
  },
  {
    schema: 'schemas/columns.schema.json',
    types: 'src/export/generated/columns.ts',
    validators: 'src/export/generated/validate-columns.js',
    saysSchema: true,
  },
  {
    schema: 'schemas/output/responses-stats.schema.json',
    types: 'src/stats/generated/responses-stats.ts',
  },
  { schema: 'schemas/validate-output.schema.json', types: 'src/library/generated/findings.ts' },
]

const banner = (from: string): string => `/* Generated from ${from} by npm run generate. */`

const readSchema = (
  file: string,
): AnySchemaObject & { $id: string; title: string; definitions?: Record<string, unknown> } =>
  JSON.parse(readFileSync(file, 'utf8'))

async function typesOf(file: string): Promise<string> {
  // An anyOf here only says which of two names a key has; a type can't say that, and would lose the keys.
  const schema = JSON.parse(
    JSON.stringify(readSchema(file), (key, value) => (key === 'anyOf' ? undefined : anyValue(value))),
  )
  const text = await compile(schema, schema.title, {
    additionalProperties: true,
    ignoreMinAndMaxItems: true,
    bannerComment: banner(file),
    unreachableDefinitions: true,
    format: true,
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
  // draft-07 names a definition by its key; the reference sentence that the compiler adds says nothing more.
  return text
    .replaceAll(/^ \* This interface was referenced by .*\n( \* via the `definition` .*\n)?/gm, '')
    .replaceAll(/^\/\*\*\n \*\/\n/gm, '')
}

/** A schema that says only what a value means allows any; the compiler would make it an object. */
const anyValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'description,examples'
    ? { ...value, tsType: 'unknown' }
    : value

function validatorsOf(file: string, saysSchema: boolean): string {
  const schema = readSchema(file)
  const ajv = new Ajv({
    allErrors: true,
    ownProperties: true,
    verbose: saysSchema,
    strict: true,
    strictRequired: false,
    code: { source: true, esm: true, lines: true },
  })
  ajv.addSchema(schema)
  const parts = Object.fromEntries(
    Object.keys(schema.definitions ?? {}).map((name) => [
      `validate${name}`,
      `${schema.$id}#/definitions/${name}`,
    ]),
  )
  const code = (standalone as unknown as { default: typeof standalone.default }).default(ajv, {
    [`validate${schema.title}`]: schema.$id,
    ...parts,
  })
  return `${banner(file)}\n${inProportion(code)}\n`
}

// Ajv copies all errors so far for each item of an array: 100,000 faults in one body took 36 s.
const inProportion = (code: string): string =>
  code.replaceAll(
    /vErrors = vErrors === null \? (\S+) : vErrors\.concat\(\1\);/g,
    'if(vErrors === null){ vErrors = $1; } else { for(const err of $1) vErrors.push(err); }',
  )

const declarationsOf = (code: string, schema: string, validators: string): string =>
  [
    banner(schema),
    `import type { ShapeError } from '${relative(dirname(validators), 'src/form/value.ts')}'`,
    '',
    'type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }',
    ...[...code.matchAll(/^export const (validate\w+)/gm)].map(
      (match) => `export const ${match[1]}: Validate`,
    ),
    '',
  ].join('\n')

/** Writes the sources that changed and removes those that nothing makes any more. Where a component type lacks a file, it writes nothing. */
export async function generateSources(): Promise<void> {
  const componentTypes = componentTypeFiles(readSchema('schemas/form.schema.json'), existsSync)
  if (typeof componentTypes === 'string') {
    console.error(componentTypes)
    return process.exit(1)
  }
  const files: GeneratedFiles = new Map([
    ...componentTypes,
    ...(await kernelModule()),
    ...(await pageScriptFiles()),
    ...explainPages(),
    ...specTemplates(),
  ])
  for (const { schema, types, validators, saysSchema = false } of sources) {
    files.set(types, await typesOf(schema))
    if (validators === undefined) continue
    const code = validatorsOf(schema, saysSchema)
    files.set(validators, code)
    files.set(validators.replace(/\.js$/, '.d.ts'), declarationsOf(code, schema, validators))
  }
  writeFiles(files)
  // Each is made of sources that need those before.
  for (const make of [answerFactsFile, libraryOptionsFile]) {
    const later = await make()
    writeFiles(later)
    for (const [file, text] of later) files.set(file, text)
  }
  for (const file of globSync('src/**/generated/*').map(withSlashes)) if (!files.has(file)) rmSync(file)
}
