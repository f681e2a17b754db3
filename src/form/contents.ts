import type { TypeName } from './components/component-type.ts'
import { innerOf } from './layers.ts'
import { childOf } from './value.ts'
import type { Part, View } from './view.ts'

/** The contents of some component types, in order. */
export const contentsOf = ({ parts }: View, types: readonly TypeName[]): readonly Part[] =>
  parts.filter(({ layer }) => layer.type !== undefined && types.includes(layer.type))

/** The objects right inside another, at their places in the form. */
export const partsInside = ({ path, value, layer }: Part): readonly Part[] =>
  [...innerOf(value, layer)].map((inner) => ({
    layer: inner.layer,
    value: inner.value,
    path: [...path, ...inner.at],
  }))

/** The text under a key of an object, or undefined. */
export function textIn({ value }: Pick<Part, 'value'>, key: string): string | undefined {
  const held = childOf(value, key)
  return typeof held === 'string' ? held : undefined
}

/** The scheduling component under its two names. */
export const schedulerTypes: readonly TypeName[] = ['SchedulerScreen', 'Scheduler']

/** The keys of the scheduling component that may hold its address. */
export const addressKeys: readonly string[] = ['dataUrl', 'url', 'calendarUrl']
