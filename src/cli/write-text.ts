import type { Files } from './host.ts'

/** Writes a small text file whole or not at all; refuses an existing one. */
export async function writeText(files: Files, path: string, text: string): Promise<void> {
  const file = await files.create(path, { replace: false })
  try {
    await file.write(text)
    await file.commit()
  } finally {
    await file.discard()
  }
}
