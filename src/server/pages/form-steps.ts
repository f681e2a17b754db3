import { contentText, type ComponentType, componentTypes } from '../../form/components.ts'
import type { PublishedComponent, PublishedForm, PublishedStep } from '../../form/form.ts'
import { pageComponents } from '../components/components.ts'
import type { PageComponent } from '../components/page-component.ts'
import { asksNothing, type TypeName, isTypeName } from '../../form/schema.ts'

export type StepComponent = {
  readonly questionId: string
  readonly content: PublishedComponent['content']
  /** The content as the form has it, where this one is translated. */
  readonly own?: PublishedComponent['content']
  /** Whether it must be answered: as the form says, and a consent unless the form says otherwise. */
  readonly required: boolean
  readonly description?: string
  readonly visibleIf?: PublishedComponent['visibleIf']
  readonly type: ComponentType
  readonly page: PageComponent
  /** Its place in the step; makes its ids in the page. */
  readonly index: number
}

/** The steps that ask, and those that only thank. */
export type FormSteps = {
  readonly asked: readonly PublishedStep[]
  /** The steps that may thank, in their order. */
  readonly endings: readonly PublishedStep[]
}

/**
 * A form's steps. A last step without a question or button ends the form, and so do those directly before it that have a
 * condition or lead away: the step before them submits.
 */
export function stepsOf({ steps }: Pick<PublishedForm, 'steps'>): FormSteps {
  let asked = steps.length
  while (asked > 1 && isEnding(steps[asked - 1], asked === steps.length)) asked -= 1
  return { asked: steps.slice(0, asked), endings: steps.slice(asked) }
}

const isEnding = (step: PublishedStep | undefined, isLast: boolean): boolean =>
  step !== undefined &&
  step.components.every(({ type }) => asksNothing(type)) &&
  (isLast || step.visibleIf !== undefined || step.redirect !== undefined)

/** The components of a step that we can draw. */
export const componentsOf = (step: PublishedStep): readonly StepComponent[] =>
  step.components.flatMap(({ type, ...component }, index) =>
    isTypeName(type)
      ? [stepComponent(type, { ...component, required: component.required ?? type === 'Consent', index })]
      : [],
  )

/** The title of a step's first Header, which is then the heading of its page; none where something to answer or press comes before. */
export function headingOf(components: readonly StepComponent[]): StepComponent | undefined {
  const first = components.find(
    ({ type, content }) =>
      !asksNothing(type.type) || (type.type === 'Header' && contentText(content, 'title') !== ''),
  )
  return first?.type.type === 'Header' ? first : undefined
}

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
