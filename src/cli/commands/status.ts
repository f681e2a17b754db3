import { defineCommand } from '../command.ts'

export const command = defineCommand({
  words: 'status',
  summary: 'show the settings in force and where each came from',
  description: 'Shows every setting, its value and where the value came from. The key itself is never shown.',
  args: [],
  options: {},
  outputs: ['table', 'json', 'yaml', 'env'],
  examples: [{ command: 'formctl status', shows: 'the settings of this folder' }],
  async run(_given, { terminal, settings }) {
    const { profile, baseUrl } = await settings()
    await terminal.table(
      ['setting', 'value', 'from'],
      [
        ['profile', profile.value, profile.source],
        ['base URL', baseUrl?.value ?? '(none)', baseUrl?.source ?? ''],
      ],
    )
    return 0
  },
})
