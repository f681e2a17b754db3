import { misuse } from '../../failure/failure.ts'
import { looks } from '../../server/preview/preview.ts'
import { choice, defineCommand } from '../command.ts'
import { targetInSettings } from '../forms/read-forms.ts'
import { openSpec, previewOptions, servePreview } from '../preview/open-preview.ts'
import { variableOptions } from '../forms/variable-options.ts'

const options = {
  watch: previewOptions.watch,
  open: previewOptions.open,
  look: choice('--look <look>', looks, 'the look of the form (default: plain)'),
  port: previewOptions.port,
  ...variableOptions,
}

export const command = defineCommand({
  description:
    'Serves the pages of a spec on this machine until Ctrl-C, as a service would show them. Nothing is published and no answer is kept. Each visit reads the file again; with --watch the page reloads by itself. For a broken spec the page shows the findings.',
  args: [{ name: '<file>', summary: 'the spec' }],
  options,
  handlesSignals: true,
  examples: {
    'formctl forms preview survey.yaml': 'the address of its page',
    'formctl forms preview survey.yaml --watch --open': 'the page, as it changes',
    'formctl forms preview survey.yaml --var company=Acme': 'the page with a variable filled in',
  },
  async run({ args: [file = ''], options: given }, context) {
    if (file === '-') throw misuse(noStdin)
    const target = await targetInSettings(context)
    const spec = await openSpec({ file, look: given.look ?? 'plain', variables: given, target }, context)
    return servePreview(spec, given, context)
  },
})

const noStdin =
  'A preview reads its file again and again, which the standard input does not allow: name a file.'
