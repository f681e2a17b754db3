/** What a generated validator says of one place: Ajv's error, as far as it is used. */
export type ShapeError = {
  readonly keyword: string
  /** JSON pointer to the value at fault. */
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
}
