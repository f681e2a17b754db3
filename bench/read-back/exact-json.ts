/** What JSON says, with the digits of every number: one that a double would write otherwise is raw JSON. */
export function parseExact(text: string): unknown {
  // What is no JSON is refused before: parsing it with digits has left Node 26.10 with a broken heap.
  JSON.parse(text)
  return JSON.parse(text, (_, value: unknown, context: { readonly source?: string } = {}) =>
    typeof value === 'number' && String(value) !== context.source
      ? rawJson(context.source ?? String(value))
      : value,
  )
}

type WithRaw = {
  rawJSON: (text: string) => Raw
  isRawJSON: (value: unknown) => value is Raw
}
type Raw = { readonly rawJSON: string }

// The types of the language do not have these yet; every Node that the project runs on does.
const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as unknown as WithRaw

export { isRawJson }

/** A JSON object, by its members. */
export const membersOf = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJson(value)
    ? new Map(Object.entries(value))
    : undefined
