import type { Step, PublishedStep } from '../form/form.ts'
import { canonicalContent, isTypeName } from '../form/schema.ts'

/** The steps of a published form. `idOf` gives the id of a question of a type. */
export const publishedSteps = (
  steps: readonly Step[],
  idOf: (type: string) => string,
): readonly PublishedStep[] =>
  steps.map(({ name, components }) => ({
    name,
    components: components.map(({ type, content }) => ({
      questionId: idOf(type),
      type,
      content: isTypeName(type) ? canonicalContent(type, content) : content,
    })),
  }))
