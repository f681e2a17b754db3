const mendEmail = 'Write it like name@example.com.'

/** What is wrong with an e-mail address, or undefined when it could receive mail. */
export function emailProblem(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 0) return `An e-mail address has an @. ${mendEmail}`
  const isWhole = isLocalPart(text.slice(0, at)) && isDomain(domainOf(text)) && text.length <= 254
  return isWhole ? undefined : `This is not an e-mail address. ${mendEmail}`
}

/** What stands after the last @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether this is a name under which something stands in the internet: two labels or more. */
export function isDomain(text: string): boolean {
  const labels = text.split('.')
  return (
    text.length <= 253 && labels.length > 1 && labels.every(isLabel) && /\p{L}/u.test(labels.at(-1) ?? '')
  )
}

// Quoted local parts are left out: no provider gives them, and a typing error looks like one.
function isLocalPart(text: string): boolean {
  const atoms = text.split('.')
  return text.length <= 64 && atoms.every((atom) => /^[^\s@"(),:;<>[\\\]]+$/u.test(atom))
}

function isLabel(label: string): boolean {
  return (
    label.length <= 63 &&
    /^[\p{L}\p{N}\p{M}-]+$/u.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  )
}
