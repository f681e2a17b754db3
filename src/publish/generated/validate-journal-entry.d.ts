/* Generated from schemas/journal-entry.schema.json by npm run generate. */
import type { ShapeError } from '../../form/shape-error.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateJournalEntry: Validate
