import type { Content, TypeName } from '../../form/components/component-type.ts'
import { exampleContent } from '../../form/form-schema.ts'

/** What a new spec is to hold. */
export type NewForm = {
  readonly name: string
  /** How many steps, the one that thanks included; at least two. */
  readonly steps: number
  readonly types: readonly TypeName[]
}

/** A step of a new spec. */
export type PlannedStep = { readonly name: string; readonly components: readonly PlannedComponent[] }
export type PlannedComponent = { readonly type: TypeName; readonly content: Content }

/** What stands on a form where nobody says. */
export const usualTypes: readonly TypeName[] = ['ShortInput', 'MultipleOptionsQuestion', 'IdentityInfo']
export const usualSteps = 3

/** The types that stand on a form anyhow: each step has its button, the first and the last a heading. */
export const givenTypes: readonly TypeName[] = ['Header', 'NextButton']

/** The steps of a new form: the types in their order, spread over all steps but the last, which thanks. */
export function planSteps({ name, steps, types }: NewForm): readonly PlannedStep[] {
  const asking = types.filter((type) => !givenTypes.includes(type))
  const groups = spread(asking, steps - 1)
  const names = stepNames(groups)
  return [
    ...groups.map((group, i) => ({
      name: names[i] ?? '',
      components: [
        ...(i === 0 ? [header({ title: name, subheading: 'It takes two minutes.' })] : []),
        ...group.map((type) => ({ type, content: exampleContent(type) })),
        button(i === groups.length - 1 ? 'Send' : 'Continue'),
      ],
    })),
    { name: 'Thanks', components: [header({ title: 'Thank you', subheading: 'We will be in touch.' })] },
  ]
}

/** Runs of about the same length; where there is too little for all, the rest asks for a line of text. */
function spread(types: readonly TypeName[], groups: number): readonly (readonly TypeName[])[] {
  const filled = [...types, ...Array.from({ length: groups - types.length }, () => 'ShortInput' as const)]
  return Array.from({ length: groups }, (_, i) =>
    filled.slice(Math.ceil((i * filled.length) / groups), Math.ceil(((i + 1) * filled.length) / groups)),
  )
}

const ownNames: Partial<Record<TypeName, string>> = {
  IdentityInfo: 'About you',
  SchedulerScreen: 'A time to talk',
  Scheduler: 'A time to talk',
}

function stepNames(groups: readonly (readonly TypeName[])[]): readonly string[] {
  const used = new Map<string, number>()
  return groups.map(([first, ...rest]) => {
    const name = (rest.length === 0 && first ? ownNames[first] : undefined) ?? 'Questions'
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return times === 1 ? name : `${name}, part ${times}`
  })
}

const header = (content: Content): PlannedComponent => ({ type: 'Header', content })
const button = (buttonText: string): PlannedComponent => ({ type: 'NextButton', content: { buttonText } })
