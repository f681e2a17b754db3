/* Generated from schemas/columns.schema.json by npm run generate. */

/**
 * What formctl responses export --columns-file keeps: the columns of an export, in their order. Meant to be committed with the data.
 */
export interface ColumnsFile {
  /**
   * The version of this shape.
   */
  schema_version: 1
  /**
   * How new columns are named, as --headers says it.
   */
  headers: 'headline' | 'id' | 'both' | 'sql'
  /**
   * How several choices are written, as --multi says it.
   */
  multi: 'joined' | 'json' | 'columns'
  /**
   * The columns in their order: new ones come at the end, and none is taken away.
   */
  columns: KeptColumn[]
  /**
   * The newest headline of each question.
   */
  questions?: KeptQuestion[]
}
/**
 * A column, and what it holds: a member of the response, of its meta or of its person, or an answer.
 *
 */
export interface KeptColumn {
  /**
   * What the column is called; it stays when the question is renamed.
   */
  name: string
  /**
   * The type that all its values must have, int64 where some are whole numbers that no double holds; left out while there is no value.
   */
  type?: 'text' | 'integer' | 'int64' | 'number' | 'boolean' | 'date' | 'time' | 'json'
  /**
   * Values of another type make the column text for that export; left out, they end the export.
   */
  on_mismatch?: 'text'
  /**
   * A member of the response.
   */
  record?: string
  /**
   * A member of its meta.
   */
  meta?: string
  /**
   * A member of its personAttributes.
   */
  person?: string
  /**
   * The questionId of an answer, or the ids of several questions whose answers share the column.
   */
  question?: string | string[]
  /**
   * A member of the answer.
   */
  member?: string
  /**
   * A member of the entry beside its questionId and response.
   */
  beside?: string
  /**
   * An option, where each has a column of its own.
   */
  option?: string
}
/**
 * A question as it was asked last.
 *
 */
export interface KeptQuestion {
  /**
   * Its questionId.
   */
  id: string
  /**
   * Its newest headline.
   */
  headline: string
  /**
   * When the newest response was created that had this headline, when it was noted.
   */
  shown?: string
}
