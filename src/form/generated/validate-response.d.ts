/* Generated from schemas/response.schema.json by npm run generate. */
import type { ShapeError } from '../value.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateResponseRecord: Validate
export const validateAnswerEntry: Validate
export const validateAnswer: Validate
