/** A text as a YAML scalar: without quotes where no reader could take it for something else. */
export const plainOrQuoted = (text: string): string => (isPlain(text) ? text : quoted(text, '"'))

/** A text between quotes of a kind; single ones have no signs for line breaks and the like. */
export const quoted = (text: string, quote: '"' | "'"): string =>
  quote === "'" && !/\p{Cc}/u.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)

// Words, names and web addresses; also between brackets, where commas would end a text.
const isPlain = (text: string): boolean =>
  /^[A-Za-z][\w./:%@?=&+~-]*$/.test(text) && !text.endsWith(':') && !isWordOfYaml.test(text)

const isWordOfYaml = /^(true|false|null|y|yes|n|no|on|off)$/i
