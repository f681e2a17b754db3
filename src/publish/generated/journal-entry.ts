/* Generated from schemas/journal-entry.schema.json by npm run generate. */

/**
 * A note on one form that is being created, written before the form is sent: a file in the folder journal of the state folder.
 */
export interface JournalEntry {
  schema_version: 1
  /**
   * The name of the note.
   */
  id: string
  /**
   * When the form was first sent, ISO 8601.
   */
  at: string
  /**
   * The whole path of the spec; - stands for the standard input.
   */
  spec: string
  /**
   * The row of the table that the form was filled in from.
   */
  row?: number
  /**
   * The name of the form.
   */
  name: string
  /**
   * The service.
   */
  baseUrl: string
  /**
   * The environment.
   */
  environmentId: string
  /**
   * SHA-256 of the request body, hex.
   */
  contentHash: string
  /**
   * The Idempotency-Key of the request.
   */
  idempotencyKey: string
  /**
   * The process that sends the form.
   */
  process: {
    pid: number
    /**
     * What tells it from a later process of that number.
     */
    start: string
  }
  /**
   * sending: no outcome yet; unknown: it may exist; created: it exists, and its id was not told yet.
   */
  state: 'sending' | 'unknown' | 'created'
  /**
   * Why it is unknown whether the form exists.
   */
  reason?: string
  /**
   * The form that was created.
   */
  form?: {
    id: string
    url: string
  }
  /**
   * Where the id of the form is to stand, when forms apply sends it: a lock file, and the entry in it.
   */
  lock?: {
    /**
     * The whole path of the lock file.
     */
    path: string
    /**
     * The spec, as the lock file names it.
     */
    spec: string
    /**
     * Which form of the spec it is; left out for the first.
     */
    document?: number
    /**
     * The key of the row.
     */
    row?: string
    /**
     * What is sent, as the lock file tells it.
     */
    content: string
    /**
     * The questions that have a key in the spec.
     *
     * @minItems 1
     */
    keys?: {
      /**
       * The key.
       */
      key: string
      /**
       * The component type.
       */
      type: string
      /**
       * The question, as answers carry it.
       */
      headline: string
    }[]
  }
}
