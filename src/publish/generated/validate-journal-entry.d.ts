/* Generated from schemas/journal-entry.schema.json by npm run generate. */
import type { ShapeError } from '../../form/value.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateJournalEntry: Validate
