/**
 * A broken spec is a folder: `bad.yaml`, and `expected.json` with what a good answer to it holds. To try a new fault, put
 * such a folder into `fixtures/unseen/` and run `npm run bench:diagnostics`; nothing else names it.
 *
 *     {
 *       "fault": "A sentence on what the author did.",
 *       "isNew": true,
 *       "faults": [{ "at": ["7:11", "7:21"], "cause": "placholder", "suggestion": "placeholder" }]
 *     }
 *
 * `fault` and `isNew` are optional. `isNew` marks a fault that was written after the program was finished, and for which
 * nothing was changed: those are counted by themselves, and no test demands that they be answered well. `faults` has an
 * entry for each cause, no more and no fewer: what follows from another fault is none. In an entry, `at` lists the places
 * that are right, as `line:column` of the key or the value at fault, from 1, in UTF-16 units; `cause` and `suggestion`
 * are regular expressions, upper and lower case being one: what a message must hold that names the cause, and what its
 * advice must hold, left out where no change is certain. Both judge every validator alike, so they take all words that
 * a fair one might choose.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One cause in a broken spec, and what a good answer to it holds. */
export type Fault = {
  /** `line:column` of the key or the value at fault, both from 1, in UTF-16 units; any of them is right. */
  readonly at: readonly string[]
  /** What a message must match that names the cause, whatever its words; upper and lower case are one. */
  readonly cause: string
  /** What the advice must match, where there is a right one. */
  readonly suggestion?: string
}

/** A broken spec with everything that is wrong in it. */
export type Case = {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly faults: readonly Fault[]
  /** Whether it was written after the program was finished. */
  readonly isNew: boolean
}

/** The broken specs of a folder, by name: each in a folder of its own with its expected answers. */
export const casesIn = (folder: string): readonly Case[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { faults, isNew = false } = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8'))
      const path = join(folder, name, 'bad.yaml')
      return { name, path, text: readFileSync(path, 'utf8'), faults, isNew }
    })
