/** A setting and where it came from, in words: `--base-url`, `FORMCTL_BASE_URL`, `formctl.yaml`, `profile staging in …`. */
export type Sourced<Value> = { readonly value: Value; readonly source: string }

/** The settings in force. Precedence: flag, environment variable, project file, user file, default. */
export type Settings = {
  readonly profile: Sourced<string>
  readonly baseUrl: Sourced<string> | undefined
  readonly environment: Sourced<string> | undefined
  readonly sourceForm: Sourced<string> | undefined
  /** Asked only when a call needs it, since it may run a command. Never shown, never on a command line. */
  readonly apiKey: () => Promise<Sourced<string> | undefined>
}
