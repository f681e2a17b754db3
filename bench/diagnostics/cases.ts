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
}

/** The broken specs of a folder, by name: each in a folder of its own with its expected answers. */
export const casesIn = (folder: string): readonly Case[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { faults } = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8'))
      const path = join(folder, name, 'bad.yaml')
      return { name, path, text: readFileSync(path, 'utf8'), faults }
    })
