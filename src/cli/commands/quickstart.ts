import { defineCommand, flag, text } from '../command.ts'
import { type Host, untilStopped } from '../host.ts'
import { prepareFolder, runQuickstart, startService, defaultFolder } from '../quickstart/quickstart.ts'

export const command = defineCommand({
  description:
    'Shows the whole loop in a new folder: writes a spec, publishes it, sends three answers (one stops half-way), and exports them to responses.csv. Run again, it shows the same folder and adds nothing.',
  options: {
    dir: text('--dir <dir>', `the folder to create (default: ${defaultFolder})`),
    keepRunning: flag('--keep-running', 'keep the service running at the end, until Ctrl-C'),
  },
  handlesSignals: true,
  examples: [
    { command: 'formctl quickstart', shows: 'a form, its page, three responses and a CSV file' },
    {
      command: 'formctl quickstart --dir demo --keep-running',
      shows: 'the same in demo; the page stays open',
    },
  ],
  async run({ options }, context) {
    const { host, terminal } = context
    const folder = options.dir ?? defaultFolder
    const isAgain = (await prepareFolder(host, folder)) === 'ours'
    await terminal.info(
      isAgain
        ? `The folder ${folder} is here already; its form and responses are kept.`
        : `Everything goes into the folder ${folder}.`,
    )
    const service = await startService(host, host.files.resolve(folder, 'data'))
    try {
      const isKept = options.keepRunning
      const exit = await runQuickstart({ context, folder, host: hostIn(host, folder), service, isKept })
      return exit === 0 && isKept ? await untilStopped(host.signal) : exit
    } finally {
      await service.close()
    }
  },
})

/** The host in the folder, without FORMCTL_ variables, so that commands use only the folder's own service. */
const hostIn = (host: Host, folder: string): Host => ({
  ...host,
  files: host.files.within(folder),
  env: Object.fromEntries(Object.entries(host.env).filter(([name]) => !name.startsWith('FORMCTL_'))),
})
