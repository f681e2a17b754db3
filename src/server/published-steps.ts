import type { Form, Step, PublishedForm, PublishedStep } from '../form/form.ts'
import { canonicalContent } from '../form/components.ts'
import { isTypeName } from '../form/schema.ts'

/** The steps of a published form. `idOf` gives the id of a component's question. */
export const publishedSteps = (
  steps: readonly Step[],
  idOf: (component: Step['components'][number]) => string,
): readonly PublishedStep[] =>
  steps.map(({ name, key, visibleIf, next, redirect, components }) => ({
    name,
    ...(key !== undefined && { key }),
    ...(visibleIf !== undefined && { visibleIf }),
    ...(next !== undefined && { next }),
    ...(redirect !== undefined && { redirect }),
    components: components.map((component) => {
      const { type, required, description, visibleIf: shownIf, content } = component
      return {
        questionId: idOf(component),
        type,
        ...(required !== undefined && { required }),
        ...(description !== undefined && { description }),
        ...(shownIf !== undefined && { visibleIf: shownIf }),
        content: isTypeName(type) ? canonicalContent(type, content) : content,
      }
    }),
  }))

/** What a form says about itself as a whole. */
export const settingsIn = ({
  language,
  settings,
  translations,
}: Pick<Form, 'language' | 'settings' | 'translations'>): Pick<
  PublishedForm,
  'language' | 'settings' | 'translations'
> => ({
  ...(language !== undefined && { language }),
  ...(settings !== undefined && { settings }),
  ...(translations !== undefined && { translations }),
})
