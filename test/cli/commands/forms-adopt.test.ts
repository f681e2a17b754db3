import { describe, expect, test } from 'vitest'
import { project, specText, type Project } from '../../support/applying.ts'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, type Ran } from '../../support/test-host.ts'

const run = ({ cwd }: Project, words: string): Promise<Ran> =>
  runInProcess({ cwd, env: { FORMCTL_BASE_URL: 'embedded:data' }, argv: words.split(' ') })

type Created = { readonly forms: readonly { readonly id: string; readonly name: string }[] }

/** A project whose specs were generated, so that no lock file knows their forms. */
async function generated(files: Readonly<Record<string, string>>): Promise<{ here: Project; ids: string[] }> {
  const here = project(files)
  const specs = Object.keys(files).filter((name) => name.endsWith('.yaml'))
  const { stdout } = await run(here, `forms generate ${specs.join(' ')} -o json`)
  const { forms }: Created = JSON.parse(stdout)
  return { here, ids: forms.map(({ id }) => id) }
}

const two = `${specText('One')}---\n${specText('Two')}`

describe('forms adopt', () => {
  test('says that a form was made of another spec, or takes no more answers', async () => {
    const here = project({ 'a.yaml': specText('A'), 'b.yaml': specText('B') })
    await run(here, 'forms apply a.yaml')
    const id = here.locked()[0]?.id ?? ''
    here.remove('formctl.lock.json')
    await run(here, `service form close ${id} --yes --data data`)
    const { stdout } = await run(here, `forms adopt b.yaml ${id}`)
    expect(stdout).toContain('; it was made of a.yaml; it was closed, and takes no more answers')
    const json = await run(here, `forms adopt b.yaml ${id} -o json`)
    expect(outputOf('forms-adopt', json.stdout)).toMatchObject({
      forms: [{ isSame: false, isClosed: true, madeOf: { spec: 'a.yaml' } }],
    })
  })

  test('puts a form that exists under its spec, so that apply makes no other', async () => {
    const { here, ids } = await generated({ 'a.yaml': specText('A') })
    const adopted = await run(here, `forms adopt a.yaml ${ids[0]} -o json`)
    expect(outputOf('forms-adopt', adopted.stdout)).toMatchObject({
      forms: [{ spec: 'a.yaml', id: ids[0], isSame: true, before: null }],
    })
    expect((await run(here, 'forms apply a.yaml')).stdout).toContain(`unchanged\tA\t${ids[0]}\t`)
  })

  test('takes a table of pairs, documents by their names, whole or not at all', async () => {
    const { here, ids } = await generated({ 'a.yaml': specText('A'), 'all.yaml': two })
    here.write('pairs.csv', `spec,form\na.yaml,${ids[0]}\nall.yaml#Two,clnone\n`)
    expect(await run(here, 'forms adopt --from pairs.csv')).toMatchObject({ exit: 5 })
    expect(here.locked()).toEqual([])
    here.write('pairs.csv', `spec,form\na.yaml,${ids[0]}\nall.yaml#Two,${ids[2]}\n`)
    expect(await run(here, 'forms adopt --from pairs.csv')).toMatchObject({ exit: 0 })
    expect(here.locked()).toMatchObject([{ spec: 'a.yaml' }, { spec: 'all.yaml', document: 2, id: ids[2] }])
    expect((await run(here, 'forms open all.yaml#Two --print')).stdout).toBe(`/s/${ids[2]}\n`)
  })

  test('of one row of a table', async () => {
    const here = project({ 's.yaml': specText('For ${who}'), 'rows.csv': 'who\nAcme\nBeta\n' })
    const { stdout } = await run(here, 'forms generate s.yaml --each rows.csv --yes -o json')
    const { forms }: Created = JSON.parse(stdout)
    await run(here, `forms adopt s.yaml ${forms[1]?.id} --each rows.csv --row Beta`)
    expect(here.locked()).toMatchObject([{ row: 'Beta', id: forms[1]?.id, name: 'For Beta' }])
  })

  test('of a form that asks something else lets the next apply plan a change, and the form it replaces stays known', async () => {
    const { here, ids } = await generated({ 'a.yaml': specText('A'), 'b.yaml': specText('B', 'Why?') })
    await run(here, `forms adopt a.yaml ${ids[0]}`)
    const { stdout } = await run(here, `forms adopt a.yaml ${ids[1]}`)
    expect(stdout).toContain(
      `asks something else than its spec: the next forms apply makes a new form; ${ids[0]} stands`,
    )
    const plan = outputOf('forms-apply', (await run(here, 'forms apply a.yaml --dry-run -o json')).stdout)
    expect(plan).toMatchObject({ forms: [{ state: 'reverted', id: ids[0] }] })
  })

  test('of a spec that was renamed and edited keeps the form and its history with the new file', async () => {
    const here = project({ 'a.yaml': specText('A', 'One?'), 'b.yaml': specText('B') })
    await run(here, 'forms apply .')
    here.write('a.yaml', specText('A', 'Two?'))
    await run(here, 'forms apply .')
    const [former, other] = here.locked()
    here.remove('a.yaml')
    here.write('c.yaml', specText('C', 'Three?'))
    expect(await run(here, `forms adopt c.yaml ${other?.id}`)).toMatchObject({ exit: 2 })
    expect(await run(here, `forms adopt c.yaml ${former?.history?.[0]?.id}`)).toMatchObject({ exit: 2 })
    const { stdout } = await run(here, `forms adopt c.yaml ${former?.id}`)
    expect(stdout).toContain('asks something else than its spec')
    expect(here.locked()).toEqual([other, { ...former, spec: 'c.yaml' }])
    await run(here, 'forms apply .')
    const ids = [former, ...(former?.history ?? [])].map((version) => version?.id)
    expect(here.locked()[1]?.history?.map(({ id }) => id)).toEqual(ids)
    expect(here.locked().map(({ spec }) => spec)).toEqual(['b.yaml', 'c.yaml'])
  })

  test.each([
    ['a.yaml', 2, 'Name a spec and the id of its form'],
    ['a.yaml clnone', 5, 'knows no form clnone'],
    ['all.yaml clnone', 2, 'all.yaml is no single form. Its spec has One and Two: name one'],
    [
      'all.yaml#Tow clnone',
      2,
      'all.yaml#Tow is no single form. Its spec has One and Two: name one behind a #',
    ],
    ['gone.yaml clnone', 3, 'gone.yaml does not exist'],
    ['a.yaml clnone --from x.csv', 2, 'Name a spec and the id of its form'],
    ['--from x.csv', 3, 'x.csv does not exist'],
    [
      '--from wrong.csv',
      2,
      'wrong.csv: line 1 names the columns spec, id; they must be spec, form and, where needed, row.',
    ],
    ['--from file.csv', 2, 'file.csv: line 1 names the columns file, form; they must be spec, form'],
    ['--from twice.csv', 2, 'twice.csv: line 3 names a.yaml again, as line 2 does. Give each spec one form.'],
    ['--from same.csv', 2, 'same.csv: line 4 names the form x again, as line 2 does.'],
    ['a.yaml x --row Nope', 2, 'a.yaml has no table: leave --row out.'],
    ['s.yaml x --row Nope --each t.csv', 2, 's.yaml has no row Nope. It has Acme, Globex.'],
    ['s.yaml x --each t.csv', 2, 's.yaml is no single form. Its spec has Acme and Globex: name one'],
    ['a.yaml /f/nowhere', 5, 'knows no form /f/nowhere'],
    ['--from half.csv', 2, 'half.csv: line 2 lacks a spec or a form.'],
  ])('%s ends with %i, and the lock file stays as it is', async (words, exit, said) => {
    const here = project({
      'a.yaml': specText('A'),
      'all.yaml': two,
      'wrong.csv': 'spec,id\na.yaml,x\n',
      'half.csv': 'spec,form\na.yaml,\n',
      'file.csv': 'file,form\na.yaml,x\n',
      'twice.csv': 'spec,form\na.yaml,x\na.yaml,y\n',
      'same.csv': 'spec,form,row\ns.yaml,x,A\ns.yaml,y,B\ns.yaml,x,C\n',
      's.yaml': specText('For ${who}'),
      't.csv': 'who\nAcme\nGlobex\n',
    })
    await run(here, 'forms apply a.yaml')
    const before = here.lockText()
    const ran = await run(here, `forms adopt ${words}`)
    expect([ran.exit, here.lockText()]).toEqual([exit, before])
    expect(ran.stderr).toContain(said)
  })
})
