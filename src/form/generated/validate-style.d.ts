/* Generated from schemas/style.schema.json by npm run generate. */
import type { ShapeError } from '../value.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateStyleFile: Validate
export const validateStyleColors: Validate
export const validateFontName: Validate
export const validateFontFile: Validate
export const validateStyleBackground: Validate
export const validateStyleLayout: Validate
export const validateLogo: Validate
export const validateComponentStyle: Validate
