import type { Reporter } from './reporter.ts'

/** Every reporter, by the word that asks for it; each is loaded only when it is. */
export const reporters = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  sarif: async () => (await import('./sarif.ts')).sarif,
  github: async () => (await import('./github.ts')).github,
  junit: async () => (await import('./junit.ts')).junit,
} as const satisfies Readonly<Record<string, () => Promise<Reporter>>>

/** A word that asks for a reporter. */
export type ReporterName = keyof typeof reporters

/** The words that ask for a reporter. */
export const reporterNames = Object.keys(reporters) as readonly ReporterName[]
