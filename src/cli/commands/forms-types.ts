import { guideTo, type KeyGuide, type TypeGuide } from '../../form/guide.ts'
import { defineCommand, type Context } from '../command.ts'
import { wrap } from '../terminal/display-width.ts'
import { yamlText } from '../terminal/yaml-text.ts'
import { typeNamed } from '../option-values.ts'
import { typeNames } from '../../form/schema.ts'

export const command = defineCommand({
  description:
    'Lists the component types. With a type: the keys beside it (required, key, description, visibleIf) and in its content, with what other tools call them, an example for a spec, and what a response holds.',
  args: [{ name: '[type]', summary: 'a component type, such as Dropdown' }],
  examples: {
    'formctl forms types': 'every type, what it is and what it asks',
    'formctl forms types Dropdown': 'its keys, an example and its answer',
  },
  async run({ args: [word] }, { host, terminal, globals }) {
    const guides = (word === undefined ? typeNames : [typeNamed(word)]).map(guideTo)
    const [guide] = guides
    if (globals.output === 'json') await terminal.printJson({ schema_version: 1, types: guides })
    else if (word === undefined || guide === undefined)
      await terminal.list(
        ['type', { text: 'what it is' }, { text: 'what it asks' }],
        guides.map(({ type, description, asks }) => [type, description, asks ?? '']),
      )
    else await printGuide(guide, { host, terminal })
    return 0
  },
})

type Printing = Pick<Context, 'host' | 'terminal'>

async function printGuide(guide: TypeGuide, { host, terminal }: Printing): Promise<void> {
  const { bold } = terminal.out
  const { type, description, asks, elsewhere, besideType, keys, fieldKeys, identityKeys, answer } = guide
  await terminal.print(`${bold(type)}: ${description}\n`)
  await terminal.print(`${asks === undefined ? 'It asks nothing.' : `What it asks: ${asks}.`}\n\n`)
  await terminal.print(`${bold('Beside type')}\n`)
  await printKeys(besideType, terminal)
  await terminal.print(`\n${bold('In content')}\n`)
  await printKeys(keys, terminal)
  if (fieldKeys && identityKeys) {
    await terminal.print(`\n${bold('Each of the fields')}\n`)
    await printKeys(fieldKeys, terminal)
    const words = `The key is one of ${identityKeys.join(', ')}.`
    const lines = host.stdout.isTerminal ? wrap(words, host.stdout.columns) : [words]
    await terminal.print(`\n${lines.join('\n')}\n`)
  }
  await terminal.print(`\n${bold('In other tools')}\n`)
  await terminal.list(
    ['here', { text: 'there' }],
    [{ key: type, elsewhere }, ...besideType, ...keys]
      .filter((one) => one.elsewhere.length > 0)
      .map((one) => [one.key, one.elsewhere.join(', ')]),
  )
  await terminal.print(`\n${bold('In a spec')}\n${yamlText([{ type: guide.type, content: guide.example }])}`)
  if (answer) await terminal.print(`\n${bold('In a response')}\n${JSON.stringify(answer, undefined, 2)}\n`)
}

async function printKeys(keys: readonly KeyGuide[], terminal: Context['terminal']): Promise<void> {
  const columns = [
    { head: 'key', cell: ({ key }: KeyGuide) => key },
    { head: 'other names', cell: ({ aliases }: KeyGuide) => aliases.join(', ') },
    { head: 'holds', cell: ({ holds }: KeyGuide) => holds },
    { head: 'required', cell: ({ isRequired }: KeyGuide) => (isRequired ? 'yes' : '') },
    { head: 'what it is', cell: ({ description }: KeyGuide) => description },
  ].filter(({ cell }) => keys.some((key) => cell(key) !== ''))
  await terminal.list(
    columns.map(({ head }) => (head === 'key' || head === 'required' ? head : { text: head })),
    keys.map((key) => columns.map(({ cell }) => cell(key))),
  )
}
