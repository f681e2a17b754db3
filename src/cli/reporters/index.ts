import { json } from './json.ts'
import type { Reporter } from './reporter.ts'
import { text } from './text.ts'

/** Every reporter, by the word that asks for it. */
export const reporters = { text, json } as const satisfies Readonly<Record<string, Reporter>>

/** The words that ask for a reporter. */
export const reporterNames = Object.keys(reporters) as readonly (keyof typeof reporters)[]
