import { createHmac } from 'node:crypto'

/** Random bytes, given from outside so that tests are exact. */
export type RandomBytes = (count: number) => Uint8Array

/** Id of a form, environment, key, response, upload or lead: `cl` and 23 random characters, 119 bits. */
export const newId = (randomBytes: RandomBytes): string => `cl${randomText(23, randomBytes)}`

/** An id of the same form that is always the same for these texts, and that only who has the secret can tell. */
export function idOf(texts: readonly string[], secret: Uint8Array): string {
  const digest = createHmac('sha256', secret).update(JSON.stringify(texts)).digest('hex')
  return `cl${BigInt(`0x${digest}`).toString(36).slice(-23).padStart(23, '0')}`
}

/** Id of a question within its form: 12 random characters, 62 bits. */
export const newQuestionId = (randomBytes: RandomBytes): string => randomText(12, randomBytes)

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

// The largest multiple of 36 in a byte; a byte above it would make the first characters likelier, so it is dropped.
const fairBytes = 252

function randomText(length: number, randomBytes: RandomBytes): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length - text.length))
      if (byte < fairBytes) text += alphabet.charAt(byte % alphabet.length)
  return text
}
