/* Generated from schemas/config.schema.json by npm run generate. */
import type { ShapeError } from '../../form/value.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateConfig: Validate
export const validateProfile: Validate
