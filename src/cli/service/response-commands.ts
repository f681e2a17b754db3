import { count, Failure } from '../../failure/failure.ts'
import { plainText } from '../../form/typed-values.ts'
import { eraseResponses, findResponses } from '../../server/server.ts'
import { flag, many, printResult, text } from '../command.ts'
import { isAgreed } from '../terminal/ask.ts'
import { environmentsOf, onFolder } from './on-folder.ts'

export const responseCommands = {
  'responses erase': onFolder(
    {
      writes: true,
      description:
        'Erases responses for good, with their answers and uploaded files: by id, or every one in which an IdentityInfo or EmailForm holds an e-mail address, partial ones too. Looks in the environment of --environment or in all. Backups and exports keep what they have. Asks first; where nobody can answer, --yes is needed.',
      options: {
        id: many('--id <id>', 'a response; may be given several times'),
        email: text('--email <address>', 'the responses of the person with this address', {
          excludes: ['id'],
          takes: {
            what: 'an e-mail address, such as ada@example.com',
            isValid: (given) => plainText(given).includes('@'),
          },
        }),
        yes: flag('--yes', 'erase without asking'),
      },
      requires: [['id', 'email']],
      examples: [
        {
          command: 'formctl service responses erase --email ada@example.com',
          shows: 'erases what Ada sent, after asking',
        },
        {
          command: 'formctl service responses erase --id clx… --yes -o json',
          shows: 'erases one response, and says what was erased as JSON',
        },
      ],
    },
    async (world, { options: { id: named, email, yes } }, context) => {
      const wanted = email === undefined ? { ids: [...new Set(named)] } : { email }
      const matches = []
      for (const { id } of await environmentsOf(world, context))
        matches.push({ environmentId: id, keys: await findResponses(world.store, id, wanted) })
      const ids = matches.flatMap(({ keys }) => keys.map(({ id }) => id))
      const missing = named.find((one) => !ids.includes(one))
      if (missing !== undefined) throw Failure.of('thing-unknown', { thing: 'response', id: missing })
      if (ids.length > 0 && !yes)
        if (!(await isAgreed(context, `Erase ${count(ids.length, 'response')} for good?`, 'erased'))) return 1
      const erased = []
      for (const { environmentId, keys } of matches)
        for (const { formId, id, uploads, filesLeft } of await eraseResponses(world, environmentId, keys))
          erased.push({ id, formId, environmentId, uploads: uploads.length, filesLeft })
      const left = erased.reduce((sum, { filesLeft }) => sum + filesLeft, 0)
      await printResult(context, { erased }, [
        ['response', 'form', 'environment', 'uploads'],
        ...erased.map((one) => [one.id, one.formId, one.environmentId, String(one.uploads)]),
      ])
      await context.terminal.info(
        erased.length === 0
          ? 'No response holds that address, so nothing was erased.'
          : `Erased ${count(erased.length, 'response')} for good.`,
      )
      if (left > 0)
        await context.terminal.info(
          `${count(left, 'file')} ${left === 1 ? 'is' : 'are'} deleted by the server within the hour.`,
        )
      return 0
    },
  ),
} as const
