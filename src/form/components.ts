/** The component types: `types/` says what each one is, `schema.ts` has the shapes of contents, `read-answer.ts` reads answers. */
import { componentTypes } from './generated/component-types.ts'
import type { Form, PublishedForm, Step } from './form.ts'
import { isTypeName, type Content, type TypeName } from './schema.ts'
import { contentText } from './types/answers.ts'
import type { ComponentType } from './types/define-type.ts'

export { componentTypes }
export type { AnswerKind } from './value.ts'
export type { ComponentType } from './types/define-type.ts'

const byName: ReadonlyMap<unknown, ComponentType> = new Map(Object.entries(componentTypes))

/** The component type of that name, if our server can draw it. */
export const typeNamed = (name: unknown): ComponentType | undefined => byName.get(name)

/** Whether a type only shows something. A step of only these types ends a form. */
export function isDisplayOnly(name: unknown): boolean {
  const type = typeNamed(name)
  return type !== undefined && !type.asks && !type.isButton
}

/** The question as a person reads it; '' for what asks nothing. */
export const headlineOf = ({ type, content }: Pick<Step['components'][number], 'type' | 'content'>): string =>
  isTypeName(type)
    ? componentTypes[type].headline(canonicalContent(type, content))
    : contentText(content, 'question')

/** What a published form has of a form. `idOf` gives the id of a component's question. */
export const publishedParts = (
  { name: ofForm, steps, language, settings, translations, address }: Form,
  idOf: (component: Step['components'][number]) => string,
): Pick<PublishedForm, 'name' | 'steps' | 'language' | 'settings' | 'translations' | 'address'> => ({
  name: ofForm,
  language,
  settings,
  translations,
  address,
  steps: steps.map(({ name, key, visibleIf, next, redirect, components }) => ({
    name,
    key,
    visibleIf,
    next,
    redirect,
    components: components.map((component) => {
      const { type, required, description, visibleIf: shownIf, content } = component
      return {
        questionId: idOf(component),
        type,
        required,
        description,
        visibleIf: shownIf,
        content: isTypeName(type) ? canonicalContent(type, content) : content,
      }
    }),
  })),
})

/** Makes ids for the questions of a form that is not published: their keys, or else their types with a number. */
export function questionIdsByType(): (component: Step['components'][number]) => string {
  const counts = new Map<string, number>()
  return ({ key, type }) => {
    if (key !== undefined) return key
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    return `${type}-${count}`
  }
}

/** Content with every alias replaced by its main key. If both are present, the main key wins. */
export function canonicalContent(type: TypeName, content: Content): Content {
  const mainKeys = componentTypes[type].aliases
  const entries = Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    const main = Object.hasOwn(mainKeys, key) ? mainKeys[key] : undefined
    if (main === undefined) return [[key, value]]
    return Object.hasOwn(content, main) ? [] : [[main, value]]
  })
  return Object.fromEntries(entries)
}
