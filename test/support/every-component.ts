import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShortComponent, ShortStep } from './page-server.ts'

/** A form with every component type in its variants, over seven steps, and a step that thanks. */
export const everyComponent: readonly ShortStep[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/every-component.json'), 'utf8'),
)

/** A step with every component type in its variants, and one that depends on another. */
export const everyTypeAtOnce: ShortStep = [
  'All',
  ...everyComponent.slice(0, -1).flatMap(([, ...components]) => components),
  ['LongInput', { question: 'Why?' }, { visibleIf: { question: 'q0', is: 'Ada' } }],
]

/** Every question but calendars. */
const questions: readonly ShortComponent[] = everyComponent
  .slice(0, -1)
  .flatMap(([, ...components]) => components)
  .filter(([type]) => !/^Scheduler|Header|NextButton/.test(type))

/** Every question but calendars, on one step. */
export const everyQuestion: ShortStep = ['All questions', ...questions]

/** The same step with each question required. */
export const everyRequired: ShortStep = [
  'All questions',
  ...questions.map(([type, content = {}, beside]): ShortComponent => [
    type,
    content,
    { ...beside, required: !/^(Statement|Disclaimer)$/.test(type) },
  ]),
]
