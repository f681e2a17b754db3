// Our own keys are `fctl_` and 43 characters of base64url (`server/keys.ts`); a part of a key is also found. Shorter words
// are names, such as the folder `fctl_customers`.
const pattern = 'fctl_[\\w-]{16,}'

/** Whether a text holds an API key of our own service. Keys of other services have no known form. */
export const holdsApiKey = (text: string): boolean => text.includes('fctl_') && new RegExp(pattern).test(text)

/** Replaces the API keys of our own service in a text. */
export const replaceApiKeys = (text: string, by: (key: string) => string): string =>
  text.includes('fctl_') ? text.replaceAll(new RegExp(pattern, 'g'), by) : text

/** Enough of a key to recognise it by. */
export const lastFour = (key: string): string => (key.length < 12 ? '…' : `…${key.slice(-4)}`)
