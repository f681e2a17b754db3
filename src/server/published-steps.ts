import type { Step, PublishedStep } from '../form/form.ts'
import { canonicalContent, isTypeName } from '../form/schema.ts'

/** The steps of a published form. `idOf` gives the id of a component's question. */
export const publishedSteps = (
  steps: readonly Step[],
  idOf: (component: Step['components'][number]) => string,
): readonly PublishedStep[] =>
  steps.map(({ name, components }) => ({
    name,
    components: components.map((component) => {
      const { type, content } = component
      return {
        questionId: idOf(component),
        type,
        content: isTypeName(type) ? canonicalContent(type, content) : content,
      }
    }),
  }))
