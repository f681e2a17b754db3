import { declaredIn } from './declared.ts'
import { placed } from './open-document.ts'
import { openYaml, type Opened } from './open-yaml.ts'
import type { PlacedFinding } from './placed.ts'
import { spanOf } from './place.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** A file of variables: the texts by name, and what is wrong with it. */
export type VariablesFile = {
  readonly values: ReadonlyMap<string, string>
  readonly findings: readonly PlacedFinding[]
  /** Whether all of it could be read. */
  readonly isWhole: boolean
}

/** Reads a file of variables: one object of names and texts, as YAML or JSON. A name with nothing behind it is left out. */
export function readVariables(bytes: Uint8Array): VariablesFile {
  const opened = openYaml(bytes)
  const { lines, documents, broken, fault } = opened
  const [document] = documents
  const declared = document && declaredIn(document.root, [], { reading: document.reading, lines })
  const ofYaml = documents.flatMap(({ faults }) => faults)
  const isRead = document?.isWhole ?? true
  const faults = [
    ...(fault ? [fault] : []),
    ...ofYaml,
    ...(isRead ? (declared?.faults ?? []) : []),
    ...secondDocument(opened),
  ]
  const values = Array.from(declared?.values ?? []).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return {
    values: new Map(values),
    findings: [...broken, ...faults.map((found) => placed(found, lines))],
    isWhole: broken.length === 0 && faults.every(({ severity }) => severity !== 'error'),
  }
}

function secondDocument({ documents, lines }: Opened): readonly TextFault[] {
  const root = documents[1]?.root
  return root
    ? [
        textFault(
          'variable-value',
          { name: undefined, is: 'a second document' },
          lines.firstLineOf(...spanOf(root)),
        ),
      ]
    : []
}
