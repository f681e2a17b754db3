/** The domains that people mistype most, all of them long enough to resemble no other. */
const mistyped = 'gmail.com hotmail.com outlook.com yahoo.com icloud.com'.split(' ')

/**
 * The address that was probably meant, where one letter of a well-known domain is wrong or two are swapped: `ada@gmial.com`.
 */
export function addressMeant(address: string): string | undefined {
  const [, name = '', domain = ''] = /^(.+@)([^@]{5,15})$/.exec(address.toLowerCase()) ?? []
  // Nobody misses the first letter, and mail.com is one of its own.
  const meant = mistyped.find((one) => one[0] === domain[0] && isOneEditApart(domain, one))
  return meant && meant !== domain ? address.slice(0, name.length) + meant : undefined
}

const without = (text: string, i: number): string => text.slice(0, i) + text.slice(i + 1)

/** Whether one letter is changed, added or left out, or two neighbours are swapped. */
const isOneEditApart = (a: string, b: string): boolean =>
  Array.from(`${b}.`).some(
    (_, i) =>
      without(a, i) === b ||
      without(b, i) === a ||
      without(a, i) === without(b, i) ||
      (a[i] === b[i + 1] && without(a, i) === without(b, i + 1)),
  )
