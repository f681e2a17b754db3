import type { TypeName } from './components/component-type.ts'
import { isTypeName } from './components/content-shapes.ts'
import { childOf } from './value.ts'
import type { Part, View } from './view.ts'

/** A step as rules see it that ask what comes before and after. */
export type StepSeen = Part & {
  readonly index: number
  readonly isLast: boolean
  /** The type of each component; undefined where it is none that we know. */
  readonly types: readonly (TypeName | undefined)[]
}

/** The steps of a form, in order; what has not the shape of one is left out. */
export function stepsIn({ form, parts }: View): readonly StepSeen[] {
  const steps = childOf(form, 'steps')
  const last = Array.isArray(steps) ? steps.length - 1 : -1
  return parts
    .filter(({ layer }) => layer.kind === 'step')
    .map(({ layer, path, value }) => {
      const index = Number(path[1])
      return {
        layer,
        path,
        value,
        index,
        isLast: index === last,
        types: typesIn(childOf(value, 'components')),
      }
    })
}

function typesIn(components: unknown): readonly (TypeName | undefined)[] {
  const listed: readonly unknown[] = Array.isArray(components) ? components : []
  return listed.map((component) => {
    const type = childOf(component, 'type')
    return isTypeName(type) ? type : undefined
  })
}
