/** The component types: `types/` says what each one is, `schema.ts` has the shapes of contents, `read-answer.ts` reads answers. */
import { componentTypes } from './generated/component-types.ts'
import { identityKeys, type Content, type TypeName } from './schema.ts'
import type { ComponentType } from './types/define-type.ts'

export { componentTypes }
export type { AnswerKind } from './value.ts'
export type { ComponentType } from './types/define-type.ts'

const byName: ReadonlyMap<unknown, ComponentType> = new Map(Object.entries(componentTypes))

/** The component type of that name, if our server can draw it. */
export const typeNamed = (name: unknown): ComponentType | undefined => byName.get(name)

/** Whether a type only shows something. A step of only these types ends a form. */
export function isDisplayOnly(name: unknown): boolean {
  const type = typeNamed(name)
  return type !== undefined && !type.asks && !type.isButton
}

/** Whether a member of an answer identifies a person, by the type of the question or by its own name. */
export const isPersonalMember = ({
  type,
  member,
}: {
  readonly type: unknown
  readonly member: string
}): boolean => typeNamed(type)?.isPersonal === true || personalMembers.has(member)

const personalMembers: ReadonlySet<string> = new Set(identityKeys)

/** Content with every alias replaced by its main key. If both are present, the main key wins. */
export function canonicalContent(type: TypeName, content: Content): Content {
  const mainKeys = componentTypes[type].aliases
  const entries = Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    const main = Object.hasOwn(mainKeys, key) ? mainKeys[key] : undefined
    if (main === undefined) return [[key, value]]
    return Object.hasOwn(content, main) ? [] : [[main, value]]
  })
  return Object.fromEntries(entries)
}
