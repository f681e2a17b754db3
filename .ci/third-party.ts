/** The packages whose code is in `dist/`, as esbuild reports them: the texts of their licences, and a bill of materials (SBOM). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** A package in the bundle. Copies of one version in several folders count as one package. */
export type BundledPackage = {
  readonly name: string
  readonly version: string
  /** As SPDX names it. */
  readonly license: string
  /** What it adds to `dist/`, in bytes. */
  readonly bytes: number
  /** Whether our own files load it, and not only other packages. */
  readonly isDirect: boolean
  /** The bundled packages that it loads, as `name@version`. */
  readonly needs: readonly string[]
  /** The texts that its licence wants to go along. */
  readonly licenseText: string
}

/** What we read of a package.json. */
type Manifest = {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license: string
  readonly author?: string | { readonly name: string }
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const idOf = ({ name, version }: Pick<Manifest, 'name' | 'version'>): string => `${name}@${version}`

/** The folder of the package that a file of a bundle belongs to; undefined for our own files. */
const packageFolder = (file: string): string | undefined =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]

/** The packages of these bundles, by name. */
export function bundledPackages(metafiles: readonly Metafile[]): readonly BundledPackage[] {
  const found = new Map<string, BundledPackage>()
  const importsOf = ({ imports }: Metafile['inputs'][string], folder?: string): readonly string[] =>
    imports.flatMap(({ path }) => {
      const other = packageFolder(path)
      return other === undefined || other === folder ? [] : idOf(manifestIn(other))
    })
  const direct = new Set(
    metafiles.flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, input]) =>
        packageFolder(file) === undefined ? importsOf(input) : [],
      ),
    ),
  )
  for (const { inputs, outputs } of metafiles)
    for (const [file, { bytesInOutput }] of Object.values(outputs).flatMap((each) =>
      Object.entries(each.inputs),
    )) {
      const folder = packageFolder(file)
      if (folder === undefined) continue
      const manifest = manifestIn(folder)
      const before = found.get(idOf(manifest))
      const input = inputs[file]
      const needs = new Set(before?.needs).union(new Set(input && importsOf(input, folder)))
      found.set(idOf(manifest), {
        name: manifest.name,
        version: manifest.version,
        license: manifest.license,
        bytes: (before?.bytes ?? 0) + bytesInOutput,
        isDirect: direct.has(idOf(manifest)),
        needs: [...needs].toSorted((a, b) => (a < b ? -1 : 1)),
        licenseText: before?.licenseText ?? licenseText(folder, manifest),
      })
    }
  return [...found.values()].toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
}

/** The licence files of a package, or what its README says about the licence. */
function licenseText(folder: string, { name, license, author = name }: Manifest): string {
  const names = readdirSync(folder).toSorted()
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8').trim()
  const files = names.filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
  if (files.length > 0) return files.map(read).join('\n\n')
  const readme = names.filter((file) => /^readme\b/i.test(file)).map(read)
  const section = /^#+ licen[cs]e\s+([^]*)/im.exec(readme.join('\n'))?.[1]
  if (section !== undefined && section.includes('Permission is hereby granted')) return section
  if (license !== 'MIT') throw new Error(`${name} has no text of its licence (${license}).`)
  // It only names the licence. The words of MIT are always these, after the line of the owner.
  const [, words = ''] = readFileSync('LICENSE', 'utf8')
    .trim()
    .split(/(?=Permission is hereby granted)/)
  return `Copyright (c) ${typeof author === 'string' ? author : author.name}\n\n${words}`
}

/** All texts that the licences want to go along with the bundle. */
export const licenseTexts = (packages: readonly BundledPackage[]): string =>
  [
    'formctl contains code of these packages, under these licences.\n',
    ...packages.map(
      ({ name, version, license, licenseText: text }) =>
        `${'-'.repeat(78)}\n${name} ${version} (${license})\n\n${text.replaceAll('\r\n', '\n')}\n`,
    ),
  ].join('\n')

/** The bill of materials, as CycloneDX 1.6. It holds no time and no serial number, so equal sources give equal bytes. */
export function billOfMaterials(packages: readonly BundledPackage[]): string {
  const own = manifestIn('.')
  const hashes = lockedHashes()
  const component = ({ name, version, license }: Pick<Manifest, 'name' | 'version' | 'license'>) => ({
    'bom-ref': idOf({ name, version }),
    name,
    version,
    licenses: [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  })
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', ...component(own), description: own.description },
    },
    components: packages.map((each) => ({
      type: 'library',
      ...component(each),
      hashes: [{ alg: 'SHA-512', content: hashes.get(idOf(each)) }],
      properties: [{ name: 'formctl:bytes', value: String(each.bytes) }],
    })),
    dependencies: [
      { ref: idOf(own), dependsOn: packages.filter(({ isDirect }) => isDirect).map(idOf) },
      ...packages.map((each) => ({ ref: idOf(each), dependsOn: each.needs })),
    ],
  }
  return `${JSON.stringify(bill, undefined, 2)}\n`
}

/** The SHA-512 of each package as the registry has it, in hexadecimal digits, by `name@version`. */
function lockedHashes(): ReadonlyMap<string, string> {
  // npm writes this shape.
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
  }
  return new Map(
    Object.entries(packages).flatMap(([folder, { version = '', integrity = '' }]) => {
      const [, base64] = /^sha512-(.*)$/.exec(integrity) ?? []
      const name = folder.replace(/^.*node_modules\//, '')
      return base64 === undefined
        ? []
        : [[idOf({ name, version }), Buffer.from(base64, 'base64').toString('hex')] as const]
    }),
  )
}
