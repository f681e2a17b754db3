/**
 * A response record as it came: any JSON object. Members that the contract names may be missing or of another type,
 * and there may be others. A number that a double can't hold is a `NumberText`.
 */
export type RawRecord = Readonly<Record<string, unknown>>
