import { checkSpec } from '../../src/authoring/check-spec.ts'
import { fixSpec } from '../../src/authoring/fix-spec.ts'
import type { Policy } from '../../src/authoring/judge.ts'
import { noVariables } from '../../src/authoring/variables/variables.ts'

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Where nobody has said anything. */
export const plainPolicy: Policy = { severities: new Map(), isStrict: false, isToBeSent: false }

/** The findings of a spec, of which nothing is filled in. */
export const findingsIn = (text: string) => checkSpec(bytesOf(text)).findings

/** Findings as `line:column code`. */
export const placed = (
  findings: readonly { readonly line: number; readonly column: number; readonly code: string }[],
): string[] => findings.map(({ line, column, code }) => `${line}:${column} ${code}`)

/** What `--fix` makes of a spec, and what it says that it did. */
export function fix(text: string, policy = plainPolicy) {
  const { bytes, fixed } = fixSpec(bytesOf(text), { variables: noVariables, policy })
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), fixed }
}

/** A spec with these components, in lines of their own, behind a question with the key `pet`. */
export const specWith = (components: string, head = 'name: Survey # ours\n'): string => `${head}steps:
  - name: One
    components:
      - { type: ShortInput, key: pet, content: { question: Pet? } }
${components.replaceAll(/^(?=.)/gm, '      ')}
      - { type: NextButton, content: {} }
  - name: Two
    components:
      - { type: Header, content: { title: Thanks } }
`
