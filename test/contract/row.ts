import type { Ground } from './ground.ts'

/** One sentence of the contract, or one choice of ours where it is silent, and what proves it. */
export type Row = {
  /** The heading of the contract under which it stands, or `Our choice: …`. */
  readonly clause: string
  readonly claim: string
  /** Proves the claim on ground of its own, or throws. */
  readonly prove: (ground: Ground) => Promise<void>
}

/** The rows of one clause. */
export const rowsOf = (clause: string, claims: Readonly<Record<string, Row['prove']>>): readonly Row[] =>
  Object.entries(claims).map(([claim, prove]) => ({ clause, claim, prove }))
