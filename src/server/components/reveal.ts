import type { IdentityField } from '../../form/form.ts'

/**
 * CSS that hides each field while it and the field that it waits for are both empty. A browser that does not know
 * `:has` shows all; what was typed never disappears.
 */
export function revealRules(fields: readonly IdentityField[], id: (field: string) => string): string {
  return fields
    .filter((field) => isReachable(field, fields))
    .map(({ key, revealAfter = '' }) => {
      const isEmpty = (field: string) => `form:has(#${id(field)}:placeholder-shown)`
      return `${isEmpty(revealAfter)}:has(#${id(key)}:placeholder-shown) #${id(key)}-field{display:none}`
    })
    .join('')
}

/** Whether the fields that it waits for end at one that waits for none; two that wait for each other are shown. */
function isReachable(field: IdentityField, fields: readonly IdentityField[]): boolean {
  const seen = new Set<string>()
  for (let next: IdentityField | undefined = field; next?.revealAfter !== undefined;) {
    if (seen.has(next.key)) return false
    seen.add(next.key)
    const { revealAfter }: IdentityField = next
    next = fields.find(({ key }) => key === revealAfter)
    if (!next) return false
  }
  return field.revealAfter !== undefined
}
