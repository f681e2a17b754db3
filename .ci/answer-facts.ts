import type { AnswerFacts } from '../src/form/types/define-type.ts'
import type { GeneratedFiles } from './write-files.ts'

/** The module with what tables need to know of each component type, read from `src/form/types/`, so that an export does not load them all. */
export async function answerFactsFile(): Promise<GeneratedFiles> {
  // Loaded only now, since it needs the sources that are generated before.
  const { componentTypes } = await import('../src/form/generated/component-types.ts')
  const facts = Object.entries(componentTypes).map(([name, type]): [string, AnswerFacts] => {
    const { answerKind, trueMember, cells, figures, isPersonal, scale } = type
    return [name, { answerKind, trueMember, cells, figures, isPersonal, isScale: scale !== undefined }]
  })
  return new Map([
    [
      'src/form/generated/answer-facts.ts',
      `/* Generated from src/form/types by npm run generate. */
import type { AnswerFacts } from '../types/define-type.ts'
import type { TypeName } from '../schema.ts'

export const answerFacts: Readonly<Record<TypeName, AnswerFacts>> = ${JSON.stringify(Object.fromEntries(facts), undefined, 2)}
`,
    ],
  ])
}
