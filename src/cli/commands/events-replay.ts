import { changesAfter, lastChange, openChanges } from '../../client/client.ts'
import { count, Failure } from '../../failure/failure.ts'
import { maxSeq } from '../../wire/wire.ts'
import { defineCommand, number } from '../command.ts'
import { changeOptions, changesOf, eventOutputs, numberOf } from '../events/follow.ts'
import { forwarder, forwardOptions } from '../events/forward.ts'
import { withCaller } from '../settings/connect.ts'

export const command = defineCommand({
  description:
    'Posts changes that have happened to an address, in order, as formctl events listen does; then it ends. The exit code is 8 if a change did not arrive.',
  options: {
    since: {
      ...changeOptions.since,
      summary: 'begin after the change of this number; all: with the first change',
    },
    until: number('--until <number>', 'the number of the last change (default: the last there is)', {
      range: [1, maxSeq],
    }),
    ...forwardOptions,
    form: changeOptions.form,
  },
  requires: [['since'], ['forwardTo']],
  outputs: eventOutputs,
  examples: {
    'formctl events replay --since all --forward-to http://localhost:3000': 'every change, once more',
  },
  run: ({ options }, context) =>
    withCaller(context, async (caller) => {
      const isWanted = await changesOf(options.form, context)
      const { environmentId } = await openChanges(caller)
      const until = options.until ?? (await lastChange(caller))
      const forward = await forwarder(options, environmentId, context)
      const results: boolean[] = []
      for await (const page of changesAfter(caller, numberOf(options.since ?? ''))) {
        for (const change of page)
          if (change.seq <= until && isWanted(change)) results.push(await forward(change))
        if ((page.at(-1)?.seq ?? 0) >= until) break
      }
      const left = results.filter((isTaken) => !isTaken).length
      if (left > 0) throw Failure.of('partly-done', { done: results.length - left, left })
      await context.terminal.info(`${count(results.length, 'change')} arrived.`)
      return 0
    }),
})
