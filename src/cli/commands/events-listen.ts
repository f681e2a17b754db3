import { defineCommand } from '../command.ts'
import { changeOptions, eventOutputs, follow } from '../events/follow.ts'
import { forwarder, forwardOptions } from '../events/forward.ts'

export const command = defineCommand({
  description:
    'Posts each change to an address as it happens, until Ctrl-C, so that the receiver of a webhook can be tried on this machine. Requests are those of formctl service webhook: signed by Standard Webhooks, with ids and no answers. A request that fails is sent three times; then the next change follows.',
  options: { ...forwardOptions, ...changeOptions },
  requires: [['forwardTo']],
  outputs: eventOutputs,
  handlesSignals: true,
  examples: {
    'formctl events listen --forward-to http://localhost:3000/hook':
      'each change from now on, to a local server',
    'formctl events listen --forward-to http://localhost:3000 --secret-file secret':
      'the same, signed with a secret that the server knows',
  },
  run: ({ options }, context) =>
    follow(options, context, async (environmentId) => {
      const forward = await forwarder(options, environmentId, context)
      return async (change) => void (await forward(change))
    }),
})
