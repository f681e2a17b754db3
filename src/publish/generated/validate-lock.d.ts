/* Generated from schemas/lock.schema.json by npm run generate. */
import type { ShapeError } from '../../form/value.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateLockFile: Validate
export const validateLockedForm: Validate
export const validateFormVersion: Validate
export const validateKeys: Validate
