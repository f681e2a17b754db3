import { Lexer } from 'yaml'

/** A piece of a text as the YAML library takes it apart, and where it stands. */
export type Lexeme = {
  readonly lexeme: string
  readonly offset: number
  /** Whether it is the text of a value or key without quotes, or of a block. */
  readonly isScalar: boolean
}

/** The pieces of a text, in order, with those that stand for no text of it. */
export function* lexemesOf(text: string): Iterable<Lexeme> {
  let [offset, isScalar] = [0, false]
  for (const lexeme of new Lexer().lex(text)) {
    yield { lexeme, offset, isScalar }
    if (isScalar || !structure.has(lexeme)) offset += lexeme.length
    isScalar = !isScalar && lexeme === scalarFollows
  }
}

/** The lexeme before the text of a value. */
export const scalarFollows = '\u001F'

/** The lexeme where brackets end by indentation. */
export const flowBreaksOff = '\u0018'

const structure = new Set(['\u0002', flowBreaksOff, scalarFollows])
