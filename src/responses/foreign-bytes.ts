/** How files of other kinds begin, and what they are, for the message. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'it is empty'],
  [
    /^<(?:!doctype\s+html|html|head|body|title|script|meta)\b/i,
    'it is an HTML page, such as a login or an error page; the reply needs the API key',
  ],
  [/^</, 'it is XML, not JSON'],
  [/^HTTP\/\d/, 'it begins with the head of an HTTP reply; save its body alone'],
  [/^%PDF-/, 'it is a PDF'],
  [/^\[/, 'it is an array, not an object with the array "data"'],
  // A key with another line below it: a single line may be anything.
  [
    /^---\s|^(?:#[^\n]*\n\s*)*[A-Za-z_][\w.-]*:[^\n]*\n\s*(?:-\s|#|[A-Za-z_][\w.-]*:)/,
    'it is YAML, not JSON',
  ],
  // A line of names with delimiters.
  [
    /^(?:"(?:[^"]|"")*"|[^{}[\]<>\r\n",;\t]+)(?:[,;\t](?:"(?:[^"]|"")*"|[^{}[\]<>\r\n",;\t]*))+\r?\n/,
    'it is a table such as CSV, not JSON',
  ],
]

/** Names the kind of a text that begins with `lead` and cannot be a saved reply; undefined: it may be one. */
export function foreignText(lead: string): string | undefined {
  const text = lead.replace(/^\uFEFF/, '').trimStart()
  return text.startsWith('{') ? serviceError(text) : kinds.find(([pattern]) => pattern.test(text))?.[1]
}

/** Error replies are shorter. */
const longestError = 4096

/** Recognises an error reply: an object with a message and without `data`. */
function serviceError(text: string): string | undefined {
  if (text.length > longestError || !/^\{\s*"(?:message|error|code|status|statusCode)"/.test(text))
    return undefined
  const { message, error, data } = membersOf(text)
  const sentence = [message, error, error instanceof Object && 'message' in error && error.message].find(
    (one) => typeof one === 'string',
  )
  return data === undefined && sentence !== undefined
    ? `it is what a service says of an error (${JSON.stringify(sentence)}), and holds no responses`
    : undefined
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    // It begins as an object.
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
