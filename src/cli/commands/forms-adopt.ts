import { textOfValue } from '../../authoring/authoring.ts'
import { count, misuse } from '../../failure/failure.ts'
import { adoptForms, originText, specAndName, type AdoptedForm } from '../../publish/publish.ts'
import { defineCommand, printResult, text, type Context } from '../command.ts'
import { readRequest, requestOptions } from '../forms/apply-request.ts'
import { idOfName } from '../forms/find-form.ts'
import { originIn, versionIn } from '../forms/plan-report.ts'
import { publisherOf } from '../forms/publishing.ts'
import { readRowsFile } from '../forms/variable-options.ts'
import { pagesAt } from '../settings/base-url.ts'
import { withCaller } from '../settings/connect.ts'
import { untilSignal } from '../host.ts'

const { sourceForm, each, rowKey, var: variable, varFile } = requestOptions

const pairColumns = 'spec, form and, where needed, row'

export const command = defineCommand({
  description:
    'Puts forms that exist into formctl.lock.json, as the forms of specs: after a lost lock file, for a spec renamed and edited at once, or for forms made elsewhere. Creates nothing. Where the service shows its forms, it checks that each is there, and says whether it asks what its spec asks; if not, the next forms apply makes a new form, and this one stands in its history.',
  args: [
    { name: '[spec]', summary: 'the spec; all.yaml#Survey for one form of a file of several' },
    { name: '[form]', summary: 'the id, name or address of the form' },
  ],
  options: {
    row: text(
      '--row <key>',
      'the key of the row that the form is for, where a table makes the forms of the spec',
    ),
    from: text('--from <file>', `a CSV table with the columns ${pairColumns}`),
    sourceForm,
    each,
    rowKey,
    var: variable,
    varFile,
  },
  examples: {
    'formctl forms adopt forms/contact.yaml clx1': 'the form of a spec',
    'formctl forms adopt survey.yaml clx2 --each customers.csv --row Acme': 'the form of one row',
    'formctl forms adopt --from pairs.csv': 'many at once, or none',
  },
  async run({ args: [spec, form], options: { row, from, ...given } }, context) {
    const { host, terminal, globals } = context
    if (from === undefined ? form === undefined : spec !== undefined)
      throw misuse('Name a spec and the id of its form, or give a table of both with --from.')
    const pairs = from === undefined ? [{ spec, form, row }] : await readPairs(from, context)
    const adoptions = await Array.fromAsync(pairs, async ({ spec: word = '', form: id = '', row: key }) => {
      const { file, name } = specAndName(word)
      return { word, path: host.files.resolve(file), name, row: key, id: await idOfName(id, context) }
    })
    const files = [...new Set(adoptions.map(({ word }) => specAndName(word).file))]
    const request = await untilSignal(host.signal, readRequest(files, { ...given, strict: false }, context))
    await withCaller(context, async (caller) => {
      const { baseUrl, sourceFormId } = caller.access
      const asked = { ...request, fallbackSourceForm: sourceFormId }
      const adopted = await adoptForms(asked, adoptions, await publisherOf(context, caller))
      await printAdopted(adopted, await pagesAt(baseUrl, context), context)
      if (globals.output === 'json') return
      const lock = terminal.plain(request.place.name)
      await terminal.info(`Adopted ${count(adopted.length, 'form')}. ${lock} has changed: commit it.`)
    })
    return 0
  },
})

type Pair = Readonly<Record<'spec' | 'form' | 'row', string | undefined>>

async function readPairs(file: string, context: Context): Promise<readonly Pair[]> {
  const { rows, columns, isTable, findings } = await readRowsFile(context, file)
  const refuse = (line: number, what: string): Error => misuse(`--from ${file}: line ${line}${what}`)
  if (isTable && !['spec', 'form'].every((name) => columns.includes(name)))
    throw refuse(1, ` names the columns ${columns.join(', ')}; they must be ${pairColumns}.`)
  const [fault] = findings
  if (fault) throw refuse(fault.line, `: ${fault.message}`)
  const lines = new Map<string, number>()
  return rows.map(({ line, values }) => {
    const [spec, form, row] = ['spec', 'form', 'row'].map((name) =>
      textOfValue(values.get(name) ?? '').trim(),
    )
    if (!spec || !form) throw refuse(line, ' lacks a spec or a form.')
    for (const name of [`the form ${form}`, row ? `${spec}, row ${row},` : spec]) {
      const before = lines.get(name)
      if (before) throw refuse(line, ` names ${name} again, as line ${before} does. Give each spec one form.`)
      lines.set(name, line)
    }
    return { spec, form, row: row || undefined }
  })
}

async function printAdopted(adopted: readonly AdoptedForm[], pages: string, context: Context): Promise<void> {
  const forms = adopted.map(({ entry, isSame, isClosed, madeOf, before }) => ({
    ...originIn(entry),
    ...versionIn(entry, pages),
    isSame: isSame ?? null,
    isClosed,
    madeOf: madeOf && { spec: madeOf.spec, document: madeOf.document, row: madeOf.row ?? undefined },
    before: before?.id ?? null,
  }))
  await printResult(context, { forms }, [
    ['spec', { text: 'form' }, 'note'],
    ...adopted.map((one) => [originText(one.entry), one.entry.id, noteOn(one)]),
  ])
}

function noteOn({ isSame, isClosed, madeOf, before }: AdoptedForm): string {
  const asks =
    isSame === undefined
      ? 'not compared with its spec, since the service does not show it'
      : isSame
        ? 'asks what its spec asks'
        : 'asks something else than its spec: the next forms apply makes a new form'
  return [
    asks,
    ...(madeOf ? [`it was made of ${originText(madeOf)}`] : []),
    ...(isClosed ? ['it was closed, and takes no more answers'] : []),
    ...(before ? [`${before.id} stands in its history now`] : []),
  ].join('; ')
}
