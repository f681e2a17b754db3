/* Generated from schemas/response.schema.json by npm run generate. */

/**
 * One response of a form, as the service returns it.
 */
export interface ResponseRecord {
  /**
   * Unique identifier of the response.
   */
  id: string
  /**
   * ISO 8601 timestamp of creation.
   */
  createdAt: string
  /**
   * ISO 8601 timestamp of the last update.
   */
  updatedAt: string
  /**
   * ISO 8601 timestamp of the last update of the answers.
   */
  dataUpdatedAt: string
  /**
   * True when complete, false when partial.
   */
  finished: boolean
  /**
   * Status code; our server gives 1 to a partial, 2 to a complete response.
   */
  status: number
  /**
   * The form that the response belongs to.
   */
  formId: string
  /**
   * Version of the response format.
   */
  version: string
  /**
   * One entry per answered question.
   */
  data: AnswerEntry[]
  meta: {
    leadId: string
    [k: string]: unknown
  }
  /**
   * About the person who submitted.
   */
  personAttributes: {
    ip?: string
    country?: string
    visitedForm?: number
    completedForm?: number
    [k: string]: unknown
  }
  [k: string]: unknown
}
export interface AnswerEntry {
  /**
   * Identifier of the question.
   */
  questionId: string
  response: Answer
  [k: string]: unknown
}
/**
 * Its further members depend on the component type.
 *
 */
export interface Answer {
  /**
   * The component type.
   */
  type: string
  /**
   * The question as it was shown.
   */
  headline: string
  /**
   * Version of the answer's shape.
   */
  componentShapeVersion: string
  [k: string]: unknown
}
