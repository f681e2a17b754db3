import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'

/** What a script of the program gives to others, by its name. */
type Given = Readonly<Record<string, unknown>>

/** What a script is: a function of how it gets what others give. */
type Making = (
  load: (name: string) => Given,
  late: (name: string) => Promise<unknown>,
  meta: Pick<ImportMeta, 'url' | 'dirname'>,
) => Given | undefined

const { url, dirname } = import.meta
const loaded = new Map<string, Given>()
const scripts = new Map<string, Script>()

/**
 * Loads a script of the bundle, by the name of its file. Only of scripts Node takes back all that was compiled when they ran
 * before; of modules, no function that is not called at once.
 */
export function load(name: string): Given {
  const known = loaded.get(name)
  if (known) return known
  const make = scriptOf(name).runInThisContext() as Making
  const given = make(load, late, { url, dirname }) ?? {}
  loaded.set(name, given)
  return given
}

/** Loads a script of the bundle, or a module of Node, when it is needed. */
const late = async (name: string): Promise<unknown> => (name.startsWith('./') ? load(name) : import(name))

const placeOf = (name: string): string => join(dirname, 'scripts', name)

// What was compiled lies in the folder of the program and belongs to whoever built that: a package from elsewhere has none,
// and none is made for it.
const compiled = join(dirname, 'compiled')

function scriptOf(name: string): Script {
  const filename = placeOf(name)
  const cachedData = keptOf(name)
  const script = new Script(readFileSync(filename, 'latin1'), { filename, ...(cachedData && { cachedData }) })
  scripts.set(name, script)
  // As of a Node that the program was not built with. It is less than is kept once all has run, and costs no more.
  if (!cachedData && isOurs()) keep(name, script)
  return script
}

/** Whether whoever runs the program built it. What another user kept, the builder could not remove, nor trust. */
function isOurs(): boolean {
  const builder = statSync(compiled, { throwIfNoEntry: false })?.uid
  return builder !== undefined && builder === (process.geteuid?.() ?? builder)
}

const keptFolder = join(compiled, `scripts-${process.version}-${process.arch}`)

/** What was compiled is good for one Node, which finds that out. Damage it does not, so that there are two of it. */
function keptOf(name: string): Buffer | undefined {
  try {
    const both = readFileSync(join(keptFolder, name))
    const data = both.subarray(0, both.length >> 1)
    return data.length > 0 && data.equals(both.subarray(data.length)) ? data : undefined
  } catch {
    return undefined
  }
}

/** Keeps what was compiled up to now of all that is loaded. */
export function keepScripts(): void {
  for (const [name, script] of scripts) keep(name, script)
}

function keep(name: string, script: Script): void {
  const data = script.createCachedData()
  const place = join(keptFolder, name)
  const written = `${place}.${process.pid}`
  try {
    // It runs as the program does, so that nobody else may write it, whatever the umask leaves to others.
    mkdirSync(keptFolder, { recursive: true, mode: 0o755 })
    try {
      writeFileSync(written, Buffer.concat([data, data]), { mode: 0o644 })
      renameSync(written, place)
    } finally {
      rmSync(written, { force: true })
    }
  } catch {
    // There may be no room for it, or the disk is only to be read. It is compiled each time, then.
  }
}
