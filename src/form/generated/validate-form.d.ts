/* Generated from schemas/form.schema.json by npm run generate. */
import type { ShapeError } from '../value.ts'

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }
export const validateForm: Validate
export const validateStep: Validate
export const validateComponent: Validate
export const validateCondition: Validate
export const validateNext: Validate
export const validateSettings: Validate
export const validateShortInput: Validate
export const validateLongInput: Validate
export const validateEmailForm: Validate
export const validateNumber: Validate
export const validateRating: Validate
export const validateOpinionScale: Validate
export const validateDate: Validate
export const validateTime: Validate
export const validatePhone: Validate
export const validatePasswordInput: Validate
export const validateFileUploader: Validate
export const validateIdentityInfo: Validate
export const validateIdentityField: Validate
export const validateAddress: Validate
export const validateDropdown: Validate
export const validateMultipleOptionsQuestion: Validate
export const validateGraphicOptions: Validate
export const validateOptionImage: Validate
export const validateMatrix: Validate
export const validateRanking: Validate
export const validateConsent: Validate
export const validateSchedulerScreen: Validate
export const validateNextButton: Validate
export const validateHeader: Validate
export const validateDisclaimer: Validate
export const validateStatement: Validate
