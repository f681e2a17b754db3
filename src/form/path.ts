/** Where in a form something stands: keys and indexes from the root, as in a 400 body's `errors[].path`. */
export type Path = readonly (string | number)[]

/** A path for people: `steps[0].components[2].content`. */
export const sayPath = (path: Path): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('')
