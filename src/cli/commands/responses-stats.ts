import { defineCommand } from '../command.ts'
import { withAskedOptions, withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import { mayReplace, refuseShared, sourceFiles } from '../responses/output-files.ts'
import { warnUnusedEnvironment } from '../responses/remarks.ts'
import { byForm, planStats, statsOptions, readFigures } from '../stats/read-figures.ts'
import { openPage, printFigures, writePage } from '../stats/print-figures.ts'
export const command = defineCommand({
  description:
    'Counts responses form by form, the forms of a spec as one: how many were completed and in what time, where people left, what they answered, and when. A terminal shows bars, a pipe one line per figure. Time runs from the creation of a response to its last answer, as services report no time of submission. Texts that identify people (identity, e-mail) are counted but not shown.',
  options: statsOptions,
  requires: [['form', 'all', 'from']],
  absent: {
    '--redact <name=how>':
      'Statistics show no names or e-mail addresses, so stats has no --redact. --samples 0 leaves other texts out; formctl responses export --redact writes redacted responses.',
  },
  outputs: ['table', 'json', 'yaml'],
  examples: [
    {
      command: 'formctl responses stats --form clx1 --partials',
      shows: 'how a form is answered, and where people leave it',
    },
    { command: 'formctl responses stats --from reply.json -o json', shows: 'every figure of a saved reply' },
    {
      command: 'formctl responses stats --form clx1 --partials --report report.html',
      shows: 'also writes a page with charts, in one file',
    },
    {
      command: 'formctl responses stats --form clx1 --where "country = DE"',
      shows: 'the figures of some responses',
    },
  ],
  async run({ options }, context) {
    const planned = planStats(options, context.host.now())
    const areOne = options.merge === 'headline' || planned.dividedBy === byForm
    const asked = await withAskedOptions(await withFormsOfSpecs(planned, context, areOne), context)
    const { report, replace } = asked
    const named = { reads: sourceFiles(asked, context), writes: [['report', report]] } as const
    await refuseShared(named, context.host.files)
    const plan =
      report === undefined ? asked : { ...asked, replace: await mayReplace(report, replace, context) }
    if (plan.source.kind !== 'saved') await warnUnusedEnvironment(context)
    const page = await openPage(plan, context.host.files)
    try {
      const figures = await readFigures(plan, context)
      if (page) await writePage(figures, page, context)
      await printFigures(figures, context)
    } finally {
      await page?.discard()
    }
    return 0
  },
})
