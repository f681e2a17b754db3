import { github } from './github.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import type { Reporter } from './reporter.ts'
import { sarif } from './sarif.ts'
import { text } from './text.ts'

/** Every reporter, by the word that asks for it. */
export const reporters = { text, json, sarif, github, junit } as const satisfies Readonly<
  Record<string, Reporter>
>

/** A word that asks for a reporter. */
export type ReporterName = keyof typeof reporters

/** The words that ask for a reporter. */
export const reporterNames = Object.keys(reporters) as readonly ReporterName[]
