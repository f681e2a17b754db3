import { rmSync } from 'node:fs'
import { compareFiles, startTotal, type Total } from './compare-files.ts'
import { exportWorlds, formats } from './export-worlds.ts'
import { layouts, type Layout } from './layouts.ts'
import type { Reader } from './readers.ts'
import type { World } from './worlds.ts'

/** What a reader read of all replies in a layout and a format. */
export type LayoutRead = {
  readonly layout: string
  readonly format: string
  readonly reader: string
  /** Why it could not be tried. */
  readonly missing?: string
  readonly counts: Total
  /** Replies that were refused as they have to be, and those left out as two columns want one name. */
  refused: number
  unnamed: number
}

type Reading = { readonly layout: string; readonly readers: readonly Reader[]; readonly folder: string }
type WithResult = { readonly reader: Reader; readonly result: LayoutRead }

// All of them at once would hold millions of cells, and LibreOffice would not end in time.
const lotSize = 10

/** Exports replies in a layout and every format, and has each file read by all that can. */
export function readLayout(
  worlds: readonly World[],
  { layout, readers, folder }: Reading,
): readonly LayoutRead[] {
  const of = layouts[layout]
  if (of === undefined) throw new Error(`there is no layout ${layout}`)
  const all = Object.keys(formats).flatMap((format) =>
    readers
      .filter((reader) => reader.formats.includes(format))
      .map((reader): WithResult => ({ reader, result: startRead({ layout, format, reader }) })),
  )
  for (let at = 0; at < worlds.length; at += lotSize) {
    const lot = worlds.slice(at, at + lotSize)
    const expected = lot.map((world) => ({ world, tables: of.tablesOf(world.records) }))
    for (const format of Object.keys(formats)) {
      const some = all.filter(({ result }) => result.format === format)
      readLot(expected, { layout: of, format, folder, some })
    }
  }
  return all.map(({ result }) => result)
}

const startRead = ({
  layout,
  format,
  reader,
}: {
  readonly layout: string
  readonly format: string
  readonly reader: Reader
}): LayoutRead => ({
  layout,
  format,
  reader: reader.name,
  ...('missing' in reader && { missing: reader.missing }),
  counts: startTotal(),
  refused: 0,
  unnamed: 0,
})

type Lot = {
  readonly layout: Layout
  readonly format: string
  readonly folder: string
  readonly some: readonly WithResult[]
}

/** Exports some replies, has them read, and takes the files away again. */
function readLot(worlds: Parameters<typeof exportWorlds>[0], { layout, format, folder, some }: Lot): void {
  const { files, refused, unnamed, faults } = exportWorlds(worlds, { layout, format, folder })
  // The first reader of a format reads names as they are; those that can't go by the places that it found.
  const names = new Map<string, readonly (readonly string[])[]>()
  for (const { reader, result } of some) {
    result.refused += refused
    result.unnamed += unnamed
    result.counts.differences.push(...faults)
    if ('read' in reader && files.length > 0)
      compareFiles(files, { format, reader, folder, names, counts: result.counts })
  }
  for (const { path, codebook = path } of files)
    for (const made of [path, codebook]) rmSync(made, { force: true })
}
