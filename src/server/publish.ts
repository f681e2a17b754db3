import { canonicalContent } from '../form/components/component-type.ts'
import { contentShapes, isTypeName } from '../form/components/content-shapes.ts'
import type { Step } from '../form/generated/form.ts'
import type { PublishedStep } from '../form/published-form.ts'

/** The steps of a form as they are kept and drawn; `idOf` gives the id of a question of that type. */
export const publishedSteps = (
  steps: readonly Step[],
  idOf: (type: string) => string,
): readonly PublishedStep[] =>
  steps.map(({ name, components }) => ({
    name,
    components: components.map(({ type, content }) => ({
      questionId: idOf(type),
      type,
      content: isTypeName(type) ? canonicalContent(contentShapes[type], content) : content,
    })),
  }))
