/* Generated from schemas/columns.schema.json by npm run generate. */
import type { ShapeError } from '../../form/value.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateColumnsFile: Validate
export const validateKeptColumn: Validate
export const validateKeptQuestion: Validate
