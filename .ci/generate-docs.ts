/** Step 2 of `npm run generate`: what the program says of itself, in files that are committed. */
import { editorSchema, schemaText } from '../src/form/guide.ts'
import { operations } from '../src/server/api/api.ts'
import { describeApi } from '../src/server/api/openapi.ts'
import { agentFiles } from './agent-files.ts'
import { referencePages } from './reference.ts'
import { rulePages } from './rule-pages.ts'
import type { GeneratedFiles } from './write-files.ts'

export const committedFiles = async (): Promise<GeneratedFiles> =>
  new Map([
    ['schemas/spec.schema.json', schemaText(editorSchema())],
    ['schemas/openapi.json', `${JSON.stringify(describeApi(operations), null, 2)}\n`],
    ...(await referencePages()),
    ...rulePages(),
    ...agentFiles(),
  ])
