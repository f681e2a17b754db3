/** A form's whole address; null where the service is in a folder, since its pages have one only while it is served. */
export function absoluteUrl(baseUrl: string, url: string): string | null {
  const isHttp = /^https?:/i.test(baseUrl)
  return isHttp && URL.canParse(url, baseUrl) ? new URL(url, baseUrl).href : null
}
