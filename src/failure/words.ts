/** A whole number, or its digits, as people read it: 12,345. */
export const thousands = (n: number | string): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** "1 error", "2,000 errors". */
export const count = (n: number, noun: string): string => `${thousands(n)} ${noun}${n === 1 ? '' : 's'}`

/** A text of others as the end of a sentence of ours. */
export const closed = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`)
