import { editorSchema, schemaText, typeEditorSchema } from '../../form/guide.ts'
import { defineCommand } from '../command.ts'
import { typeNamed } from '../option-values.ts'

export const command = defineCommand({
  description:
    'Prints the JSON Schema (draft-07) with which editors complete, describe and check every key of a spec, or with a type the schema of its content. The same schema is shipped with formctl; forms new points to it.',
  args: [{ name: '[type]', summary: 'a component type, such as Dropdown' }],
  outputs: ['json'],
  examples: {
    'formctl forms schema > spec.schema.json': 'writes the schema to a file',
    'formctl forms schema Dropdown': 'prints what a Dropdown can hold',
  },
  async run({ args: [word] }, { terminal }) {
    await terminal.print(schemaText(word === undefined ? editorSchema() : typeEditorSchema(typeNamed(word))))
    return 0
  },
})
