import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../failure/reason.ts'

/** Makes a folder and what is missing above it; when it resolves, not even a power cut takes the new names away. */
export async function makeFolders(folder: string, mode: number): Promise<void> {
  for (const each of (await missingFolders(folder)).toReversed()) {
    await makeOne(each, mode)
    await syncFolder(dirname(each))
  }
}

/** The folders of a path that are not there yet, innermost first. */
export async function missingFolders(folder: string): Promise<string[]> {
  const missing: string[] = []
  // The root of a drive that is not there has nothing above it.
  for (let each = resolve(folder); dirname(each) !== each && !(await isFolder(each)); each = dirname(each))
    missing.push(each)
  return missing
}

/** Makes what was put into a folder, or renamed there, outlast a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder; there a rename is as durable as it gets.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (stats && !stats.isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
  return stats !== undefined
}

// Level by level: where the system takes no folder at all, as in /proc, Node's own way up and down never ends.
async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    // Another run may have been first.
    const code = codeOf(error)
    if (code === 'EEXIST' && (await isFolder(folder))) return
    if (code === 'EEXIST') throw impossible(`${folder} is a link to what is not there`)
    if (code !== 'ENOENT') throw error
    throw impossible(`no folder can be made in ${dirname(folder)}`)
  }
}

// With a code, as every error of the system has one.
const impossible = (reason: string): Error => Object.assign(new Error(reason), { code: 'ENOTSUP' })
