/** The domains that people mistype most, all of them long enough to resemble no other. The pages' scripts use it, too. */
const mistyped =
  'gmail.com googlemail.com hotmail.com outlook.com yahoo.com icloud.com protonmail.com hotmail.co.uk yahoo.co.uk btinternet.com comcast.net'.split(
    ' ',
  )

/** The address that was probably meant, where one letter of a well-known domain is wrong or two are swapped: `ada@gmial.com`. */
export function addressMeant(address: string): string | undefined {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at).toLowerCase()
  // Nobody misses the first letter, and mail.com is one of its own.
  const meant = at > 0 && mistyped.find((known) => known[0] === domain[0] && isOneEditApart(domain, known))
  return meant ? address.slice(0, at) + meant : undefined
}

/** Whether one letter is changed, added or left out, or two neighbours are swapped. */
function isOneEditApart(a: string, b: string): boolean {
  let [from, end] = [0, 0]
  while (from < b.length && a[from] === b[from]) from++
  while (end < b.length - from && end < a.length - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const [inA, inB] = [a.slice(from, a.length - end), b.slice(from, b.length - end)]
  const isSwap = inA.length === 2 && inB === `${inA[1]}${inA[0]}`
  return a !== b && (isSwap || Math.max(inA.length, inB.length) === 1)
}
