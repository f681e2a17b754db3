/** How a file begins that is no saved reply, and what it is then. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'it is empty'],
  [
    /^<(?:!doctype\s+html|html|head|body|title|script|meta)\b/i,
    'it is a page of HTML, as one to log in or of an error; the reply comes to who sends the API key',
  ],
  [/^</, 'it is XML, and no JSON'],
  [/^HTTP\/\d/, 'it begins with the head of an HTTP reply; save its body alone'],
  [/^%PDF-/, 'it is a PDF'],
  [/^\[/, 'it is an array, and no object with the array "data" around it'],
  // A key with others below it: a line alone may be anything.
  [
    /^---\s|^(?:#[^\n]*\n\s*)*[A-Za-z_][\w.-]*:[^\n]*\n\s*(?:-\s|#|[A-Za-z_][\w.-]*:)/,
    'it is YAML, as a form is written in, and no JSON',
  ],
  // A line of names with signs between them.
  [
    /^(?:"[^"\n]*"|[^{}[\]<>\n"]+?)(?:[,;\t](?:"[^"\n]*"|[^{}[\]<>\n"]*))+\r?\n/,
    'it is a table, as CSV is, and no JSON',
  ],
]

/** What a text is that begins so, where that is known and no reply; undefined: it may be anything. */
export function foreignText(lead: string): string | undefined {
  const text = lead.replace(/^\uFEFF/, '').trimStart()
  return text.startsWith('{') ? serviceError(text) : kinds.find(([pattern]) => pattern.test(text))?.[1]
}

/** More than a service says of what went wrong. */
const longestError = 4096

/** What a service sent in place of responses: an object that holds a message, and nothing of theirs. */
function serviceError(text: string): string | undefined {
  if (text.length > longestError || !/^\{\s*"(?:message|error|code|status|statusCode)"/.test(text))
    return undefined
  const { message, error, data } = membersOf(text)
  const said = [message, error, error instanceof Object && 'message' in error && error.message].find(
    (one) => typeof one === 'string',
  )
  return data === undefined && said !== undefined
    ? `it is what a service says of an error (${JSON.stringify(said)}), and holds no responses`
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
