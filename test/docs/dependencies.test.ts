import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** docs/dependencies.md, the bill of materials and the licences, held against each other. The build makes the latter two from the bundle. */

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

type Component = {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly [{ readonly license: { readonly id: string } }]
  readonly hashes: readonly [{ readonly alg: string; readonly content: string }]
  readonly properties: readonly [{ readonly value: string }]
}
// `.ci/third-party.ts` writes this shape.
const bill = JSON.parse(read('dist/sbom.cdx.json')) as {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}
const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
const direct = needs.get(bill.metadata.component['bom-ref']) ?? []

function withAllItNeeds(ref: string, seen = new Set<string>()): ReadonlySet<string> {
  if (!seen.has(ref)) for (const next of needs.get(ref) ?? []) withAllItNeeds(next, seen.add(ref))
  return seen.add(ref)
}

const bytesOf = (refs: ReadonlySet<string>): number =>
  bill.components
    .filter((component) => refs.has(component['bom-ref']))
    .reduce((sum, { properties: [{ value }] }) => sum + Number(value), 0)

/** The cells of a table of the page, by the package of the row. */
function rowsUnder(heading: string): ReadonlyMap<string, readonly string[]> {
  const section = read('docs/dependencies.md')
    .split(/^## /m)
    .find((part) => part.startsWith(heading))
  return new Map(
    Array.from((section ?? '').matchAll(/^\| `([^`]+)` \| (.*) \|$/gm), ([, name = '', cells = '']) => [
      name,
      cells.split(' | '),
    ]),
  )
}

/** Whether a cell has a size, rounded to about two digits. */
const isSize = (cell: string, bytes: number): boolean =>
  cell === '<1'
    ? bytes < 1000
    : Math.abs(Number(cell.replaceAll(',', '')) * 1000 - bytes) < Math.max(1000, bytes * 0.06)

describe('docs/dependencies.md', () => {
  test.each([
    ['What is in the bundle?', true],
    ['Which packages do these need?', false],
  ])('%s has each package of the bundle, with its licence and size', (heading, isDirect) => {
    const rows = [...rowsUnder(heading)].map(([name, [purpose = '', kB = '', license]]) => ({
      row: isDirect ? `${name}, ${license}` : `${name}, ${license}, with ${purpose}`,
      name,
      kB,
    }))
    const expected = [...Map.groupBy(bill.components, ({ name }) => name).values()]
      .map(([first, ...others]) => ({
        name: first?.name ?? '',
        license: first?.licenses[0].license.id,
        refs: [first, ...others].flatMap((copy) => copy?.['bom-ref'] ?? []),
      }))
      .filter(({ refs }) => refs.some((ref) => direct.includes(ref)) === isDirect)
      .map(({ name, license, refs }) => {
        const roots = direct.filter((ref) => refs.some((each) => withAllItNeeds(ref).has(each)))
        const comesWith = roots.map((ref) => `\`${ref.replace(/(.)@.*/, '$1')}\``).join(', ')
        return {
          row: isDirect ? `${name}, ${license}` : `${name}, ${license}, with ${comesWith}`,
          name,
          bytes: bytesOf(new Set(isDirect ? refs.flatMap((ref) => [...withAllItNeeds(ref)]) : refs)),
        }
      })
    expect(rows.map(({ row }) => row).toSorted()).toEqual(expected.map(({ row }) => row).toSorted())
    const kBOf = (name: string): string => rows.find((row) => row.name === name)?.kB ?? ''
    const wrong = expected.filter(({ name, bytes }) => !isSize(kBOf(name), bytes))
    expect(wrong.map(({ name, bytes }) => `${name}: ${kBOf(name)} kB, and it has ${bytes} bytes`)).toEqual([])
  })

  test('has each package that package.json names', () => {
    // Ours, with this key.
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: object }
    const page = read('docs/dependencies.md')
    expect(Object.keys(devDependencies).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the bill of materials', () => {
  test('is CycloneDX of this version, without a time or a number that would differ in each build', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(Object.keys(bill)).not.toContain('serialNumber')
    expect(read('dist/sbom.cdx.json')).not.toContain('timestamp')
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(bill.metadata.component['purl']).toBe(`pkg:npm/formctl@${version}`)
  })

  test('has address, hash and licence of each package, and leads only to packages that it has', () => {
    for (const { name, version, purl, hashes } of bill.components)
      expect([purl, hashes[0].content]).toEqual([
        `pkg:npm/${name.replace('@', '%40')}@${version}`,
        expect.stringMatching(/^[\da-f]{128}$/),
      ])
    const refs = new Set(bill.components.map((component) => component['bom-ref']))
    expect([...needs.values()].flat().filter((ref) => !refs.has(ref))).toEqual([])
    const reached = withAllItNeeds(bill.metadata.component['bom-ref'])
    expect([...refs].filter((ref) => !reached.has(ref))).toEqual([])
  })

  test('has only licences that allow any use', () => {
    const licenses = new Set(bill.components.map(({ licenses: [{ license }] }) => license.id))
    expect([...licenses].toSorted()).toEqual(['Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT'])
  })
})

test('the licence of each package in the bundle goes along with it', () => {
  const [, ...texts] = read('dist/THIRD-PARTY-LICENSES.txt').split(/^-{78}\n/m)
  expect(texts.map((text) => text.slice(0, text.indexOf(' (')))).toEqual(
    bill.components.map(({ name, version }) => `${name} ${version}`),
  )
  for (const text of texts) expect(text).toMatch(/copyright[^]*(AS IS|WARRANT)/i)
})
