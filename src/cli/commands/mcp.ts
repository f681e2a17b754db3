import { misuse } from '../../failure/failure.ts'
import { defineCommand, flag } from '../command.ts'

export const command = defineCommand({
  description:
    'Serves the Model Context Protocol on standard input and output, so that an agent can check, plan, create and list forms and read responses. It takes the settings of the folder that it is started in and reads no specs outside of it. It ends when its input does. The guide says how to add it to an agent.',
  options: {
    readOnly: flag('--read-only', 'leave out the tool that creates forms'),
    allowPersonalData: flag(
      '--allow-personal-data',
      'give the agent names, addresses and other personal data of responses, and the texts in statistics',
    ),
  },
  outputs: ['table'],
  // A call that creates forms is finished first.
  handlesSignals: true,
  examples: {
    'formctl mcp': 'serves the agent that started it',
    'formctl mcp --read-only --profile staging': 'an agent that only looks, at the service of a profile',
  },
  async run({ options }, context) {
    const { host, terminal, globals } = context
    if (globals.apiKeyStdin)
      throw misuse('The agent writes to the standard input, so give the key with --api-key-file.')
    if (host.stdin.isTerminal)
      await terminal.info('This is for agents, which start it themselves. Ctrl-C ends it.')
    const { serveAgent } = await import('../agents/mcp-server.ts')
    await serveAgent(options, context)
    return 0
  },
})
