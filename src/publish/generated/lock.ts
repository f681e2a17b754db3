/* Generated from schemas/lock.schema.json by npm run generate. */

/**
 * The questions that have a key in the spec.
 *
 * @minItems 1
 *
 */
export type Keys = {
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

/**
 * formctl.lock.json: the forms that formctl forms apply made, and of what. Meant to be committed.
 */
export interface LockFile {
  /**
   * The version of this shape.
   */
  schema_version: 1
  /**
   * One entry a form, sorted by spec, document, row, base URL and environment.
   */
  forms: LockedForm[]
}
/**
 * A form as it is now, and the forms that it was before.
 *
 */
export interface LockedForm {
  /**
   * The file that the form stands in, from the folder of the lock file, with / between the parts.
   */
  spec: string
  /**
   * Which form of the file it is; left out for the first.
   */
  document?: number
  /**
   * The key of the row of --each that it was filled in from.
   */
  row?: string
  /**
   * Where the service is; a folder after embedded: is named from the folder of the lock file.
   */
  baseUrl: string
  /**
   * The environment that the form is in.
   */
  environmentId: string
  /**
   * What was sent, as a hash: comments, layout and the order of keys do not count.
   */
  content: string
  /**
   * The identifier of the form.
   */
  id: string
  /**
   * The address of the form, as the service gave it.
   */
  url: string
  /**
   * When it was made (ISO 8601, UTC).
   */
  created: string
  /**
   * The name of the form.
   */
  name?: string
  keys?: Keys
  /**
   * The forms made of earlier contents, the newest first. They are still there.
   *
   * @minItems 1
   */
  history?: FormVersion[]
}
/**
 * A form that was made of one content.
 *
 */
export interface FormVersion {
  /**
   * What was sent, as a hash.
   */
  content: string
  /**
   * The identifier of the form.
   */
  id: string
  /**
   * The address of the form.
   */
  url: string
  /**
   * When it was made.
   */
  created: string
  /**
   * The name of the form.
   */
  name?: string
  keys?: Keys
}
