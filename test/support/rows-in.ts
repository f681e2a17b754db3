import { readFileSync } from 'node:fs'

/** The rows of a table in `fixtures/`. Whoever asks for them says what they are. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the reason stands above
export const rowsIn = <Row>(name: string): readonly Row[] =>
  JSON.parse(readFileSync(`fixtures/${name}`, 'utf8'))
