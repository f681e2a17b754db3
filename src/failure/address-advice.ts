/** What to do where an address does not answer as a service would: shorten the base URL, or have it looked at. */
export function addressAdvice(text: string): string {
  const [, meant, part] = doubled.exec(text) ?? []
  return meant === undefined
    ? 'Check --base-url; formctl doctor says what is at that address.'
    : `The base URL should end before ${part?.slice(0, 7)}, which every operation brings along: give --base-url ${meant}.`
}

// The path of an operation behind a base URL that ends in the beginning of one.
const doubled = /(https?:\/\/[^\s/]+(?:\/\S+?)??)(\/api(?:\/v1(?:\/\S*?)??)?)\/(?:api\/v1|\.well-known)\//
