import type { Globals } from '../command.ts'
import type { Host } from '../host.ts'
import type { Settings, Sourced } from './settings.ts'

/** The settings in force for this run. */
export async function loadSettings(host: Host, globals: Globals): Promise<Settings> {
  const given = (value: string | undefined, source: string): Sourced<string> | undefined =>
    value === undefined || value === '' ? undefined : { value, source }
  return {
    profile: given(globals.profile, '--profile') ?? { value: 'default', source: 'default' },
    baseUrl: given(globals.baseUrl, '--base-url') ?? given(host.env['FORMCTL_BASE_URL'], 'FORMCTL_BASE_URL'),
    environment:
      given(globals.environment, '--environment') ??
      given(host.env['FORMCTL_ENVIRONMENT_ID'], 'FORMCTL_ENVIRONMENT_ID'),
    sourceForm: undefined,
    apiKey: async () => given(host.env['FORMCTL_API_KEY'], 'FORMCTL_API_KEY'),
  }
}
