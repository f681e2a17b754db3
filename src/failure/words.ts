/** "1 error", "2 errors". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** A whole number, or its digits, as people read it: 12,345. */
export const thousands = (n: number | string): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** A text of others as the end of a sentence of ours. */
export const closed = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`)
