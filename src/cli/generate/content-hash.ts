import { createHash } from 'node:crypto'
import type { GenerateBody } from '../../wire/bodies.ts'
import { generateText } from '../../wire/calls.ts'

/** SHA-256 of the request body, hex: the same for two specs that ask for the same form, whatever their comments. */
export const contentHashOf = (body: GenerateBody): string => sha256(generateText(body))

/** SHA-256 of a text, hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
