import { stringify } from 'yaml'

/** What a new project file says. */
export type ProjectSettings = {
  readonly baseUrl: string
  readonly environmentId?: string
  readonly sourceFormId?: string
}

/** The text of a new project file, with a word on each setting; what is not set stands there as a comment. */
export function projectFileText(settings: ProjectSettings): string {
  const line = (name: string, value: string | undefined, example: string): string =>
    value === undefined ? `# ${name}: ${example}` : stringify({ [name]: value }, { lineWidth: 0 }).trimEnd()
  return `# Settings of formctl for this folder and those below it; meant to be committed.
# A key never stands here: formctl login stores yours. formctl status shows what is in force, and why.

# Where the service is: https://…, or embedded:<dir> for one in a folder beside this file.
${line('base_url', settings.baseUrl, 'https://forms.example.com')}

# The environment, which is the site ID: in the dashboard under Settings, Overview.
${line('environment', settings.environmentId, '<site-id>')}

# The form whose look new forms inherit.
${line('source_form', settings.sourceFormId, '<form-id>')}

# How severe the findings of a code are: error, warning, note or off. formctl explain lists the codes.
# rules:
#   no-way-forward: off

# Other services, each by its name: formctl --profile staging …
# profiles:
#   staging:
#     base_url: https://staging.example.com
#     environment: <site-id>
`
}
