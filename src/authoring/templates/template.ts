/** Forms that can be published as they are: each begins with its name and the keys beside it, and goes on with its steps. */
export type Template = {
  /** What it is for, in a few words. */
  readonly summary: string
  /** The name of the form, where the author gives none. */
  readonly name: string
  /** What stands below the name, as YAML. */
  readonly text: string
}
