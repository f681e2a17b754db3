/** The origin of a site, if the text is one: https, or http on one's own machine. Undefined for any other text. */
export function siteOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || url.origin !== text) return undefined
  // A host name can hold a `;`, which would end a policy.
  const isPlain = /^[a-z0-9.:-]+$/.test(url.host)
  const isOwn = url.protocol === 'http:' && url.hostname === 'localhost'
  return isPlain && (url.protocol === 'https:' || isOwn) ? url.origin : undefined
}
