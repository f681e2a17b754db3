import { contentText, type ComponentType, componentTypes } from '../../form/components.ts'
import type { PublishedComponent, PublishedForm, PublishedStep } from '../../form/form.ts'
import { pageComponents } from '../components/components.ts'
import type { PageComponent } from '../components/page-component.ts'
import { type TypeName, isTypeName } from '../../form/schema.ts'

export type StepComponent = {
  readonly questionId: string
  /** What the form says of it. */
  readonly isRequired?: boolean
  readonly content: PublishedComponent['content']
  readonly type: ComponentType
  readonly page: PageComponent
  /** Its place in the step; makes its ids in the page. */
  readonly index: number
}

/** The steps that a person goes through, and the one that only thanks. */
export type FormSteps = {
  readonly asked: readonly PublishedStep[]
  readonly ending?: PublishedStep
}

/** A form's steps. A last step without a question or button ends the form: the step before it submits. */
export function stepsOf(form: PublishedForm): FormSteps {
  const last = form.steps.at(-1)
  const isEnding =
    form.steps.length > 1 &&
    last?.components.every(({ type }) => ['Header', 'Disclaimer', 'Statement'].includes(type))
  return isEnding && last ? { asked: form.steps.slice(0, -1), ending: last } : { asked: form.steps }
}

/** The components of a step that we can draw. */
export const componentsOf = (step: PublishedStep): readonly StepComponent[] =>
  step.components.flatMap(({ type, content, questionId, required }, index) =>
    isTypeName(type)
      ? [
          stepComponent(type, {
            content,
            questionId,
            index,
            ...(required !== undefined && { isRequired: required }),
          }),
        ]
      : [],
  )

/** The title of a step's first Header, which is then the heading of its page. */
export const headingOf = (components: readonly StepComponent[]): StepComponent | undefined =>
  components.find(({ type, content }) => type.type === 'Header' && contentText(content, 'title') !== '')

const stepComponent = (type: TypeName, rest: Omit<StepComponent, 'type' | 'page'>): StepComponent => ({
  ...rest,
  type: componentTypes[type],
  page: pageComponents[type],
})

/** The name under which the page sends a field of a question. */
export const fieldName = (questionId: string, field: string): string =>
  field === '' ? `q.${questionId}` : `q.${questionId}.${field}`

/** The name of the field with the fingerprint of the stored answer that a question was drawn from. */
export const basisField = (questionId: string): string => `basis.${questionId}`

/** The name of the hidden field that names the load of the page; its script adds the number of the save. */
export const writerField = 'writer'

/** The id in the page of a component's field. */
export const fieldId = ({ index }: StepComponent, field: string): string =>
  field === '' ? `c${index}` : `c${index}-${field.replaceAll(/[^\w-]/g, '')}`
