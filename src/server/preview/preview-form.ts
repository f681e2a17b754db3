import type { Form, PublishedForm } from '../../form/form.ts'
import { publishedSteps } from '../publish.ts'
import { starterStyles } from '../style/starter-styles.ts'

/** The looks that a preview can have: those of the starter forms. */
export const looks = Object.keys(starterStyles) as readonly Look[]
export type Look = keyof typeof starterStyles

/** A form of a spec as its preview draws it; the id is its place in the file, from 1. */
export function previewForm(form: Form, { place, look }: { place: number; look: Look }): PublishedForm {
  const counts = new Map<string, number>()
  return {
    id: String(place),
    environmentId: 'preview',
    name: form.name,
    createdAt: '',
    // Counted by type: an answer stays with its question while others are added and removed.
    steps: publishedSteps(form.steps, (type) => {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      return `${type}-${count}`
    }),
    style: starterStyles[look],
  }
}
