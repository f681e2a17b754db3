import { defineCommand } from '../command.ts'
import { changeUserFile } from '../settings/config-yaml.ts'

export const command = defineCommand({
  description:
    'Removes the API key of a profile from your own settings. The key itself stays valid: revoke it at the service if others may have it.',
  examples: {
    'formctl logout': 'forgets the key of the profile in force',
    'formctl logout --profile staging': 'forgets the key of that profile',
  },
  async run(_given, context) {
    const { host, terminal, globals, settings } = context
    const { profile, userFile, storedKey } = await settings()
    const isStored = storedKey?.kind === 'key'
    if (isStored)
      await changeUserFile(context, (document) => {
        document.deleteIn(['profiles', profile.value, 'api_key'])
        document.deleteIn(['profiles', profile.value, 'announced'])
      })
    await terminal.info(
      isStored
        ? `Removed the API key of profile ${profile.value} from ${userFile.path}.`
        : `No API key of profile ${profile.value} is stored, so nothing was removed.`,
    )
    if (host.env['FORMCTL_API_KEY']) await terminal.warn('FORMCTL_API_KEY is still set in this shell.')
    if (storedKey?.kind === 'command')
      await terminal.warn(`Its api_key_command stays in ${userFile.path}; remove it by hand.`)
    if (globals.output === 'json')
      await terminal.printJson({ schema_version: 1, profile: profile.value, isRemoved: isStored })
    return 0
  },
})
