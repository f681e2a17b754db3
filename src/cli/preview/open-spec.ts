import { Failure } from '../../failure.ts'
import type { Form } from '../../form/generated/form.ts'
import { previewForm, type Look } from '../../server/preview/preview-form.ts'
import type { Preview, PreviewFinding, PreviewSource } from '../../server/preview/preview.ts'
import { limits } from '../../spec/limits.ts'
import { parseSpec } from '../../spec/parse-spec.ts'
import type { PlacedFinding } from '../../spec/placed.ts'
import type { Host } from '../host.ts'
import { excerptOf, linesIn } from './excerpt.ts'

/** A spec that is previewed, read anew whenever its file changed. */
export type OpenSpec = Required<PreviewSource> & {
  /** Looks for changes until the signal; each one is told to those who listen. */
  readonly watch: (signal: AbortSignal) => Promise<void>
}

/** Opens a spec for its preview. A file that can't be read now is a failure; one that goes later is a finding. */
export async function openSpec(
  host: Pick<Host, 'files' | 'sleep'>,
  file: string,
  look: Look,
): Promise<OpenSpec> {
  const listeners = new Set<(version: number) => void>()
  const current = await currentOf(host, file, look)
  return {
    current,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watch: async (signal) => {
      let told = (await current()).version
      const isSettled = settling()
      while (!signal.aborted) {
        await host.sleep(tick, signal)
        if (!isSettled(await host.files.stamp(file))) continue
        const { version } = await current()
        if (version === told) continue
        told = version
        for (const listener of listeners) listener(version)
      }
    },
  }
}

/** The spec as it is now; read again only when its file has another stamp. */
async function currentOf(
  { files }: Pick<Host, 'files'>,
  file: string,
  look: Look,
): Promise<PreviewSource['current']> {
  let stamp = await files.stamp(file)
  let bytes: Uint8Array | Failure = await files.read(file, limits.bytes)
  let preview = previewOf(bytes, { file, look, version: 1 })
  const refresh = async (): Promise<void> => {
    const now = await files.stamp(file)
    if (now === stamp) return
    stamp = now
    const read = await files.read(file, limits.bytes).catch(asFailure)
    if (isSame(read, bytes)) return
    bytes = read
    preview = previewOf(read, { file, look, version: preview.version + 1 })
  }
  // One after the other, or two readers would count one change twice.
  let refreshed = Promise.resolve()
  return async () => {
    await (refreshed = refreshed.then(refresh))
    return preview
  }
}

/** How often the file is looked at, in milliseconds: works on every file system, and costs nothing to speak of. */
const tick = 100

/** Whether a stamp stood still: for a tick, or for half a second where the file is gone, as some editors save. */
function settling(): (stamp: string | undefined) => boolean {
  let [last, ticks]: [string | undefined, number] = [undefined, 0]
  return (stamp) => {
    ticks = stamp === last ? ticks + 1 : 0
    last = stamp
    return ticks >= (stamp === undefined ? 5 : 1)
  }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

const isSame = (a: Uint8Array | Failure, b: Uint8Array | Failure): boolean =>
  a instanceof Failure || b instanceof Failure ? a === b : Buffer.compare(a, b) === 0

type Naming = { readonly file: string; readonly look: Look; readonly version: number }

function previewOf(bytes: Uint8Array | Failure, { file, look, version }: Naming): Preview {
  if (bytes instanceof Failure)
    return { version, file, forms: [], findings: [unread(bytes, file)], isBroken: true }
  const { forms, findings } = parseSpec(bytes)
  const isBroken = findings.some(({ severity }) => severity === 'error')
  const lines = linesIn(new TextDecoder().decode(bytes))
  return {
    version,
    file,
    isBroken,
    // A spec without errors holds forms; what has errors is never used.
    forms: isBroken ? [] : forms.map(({ value }, i) => previewForm(value as Form, { place: i + 1, look })),
    findings: findings.map((finding) => placed(finding, { file, lines })),
  }
}

const unread = ({ code, message }: Failure, file: string): PreviewFinding => ({
  severity: 'error',
  code,
  message,
  place: file,
  excerpt: [],
})

function placed(
  finding: PlacedFinding,
  { file, lines }: { file: string; lines: readonly string[] },
): PreviewFinding {
  const { severity, code, message, help, line, column } = finding
  return {
    severity,
    code,
    message,
    ...(help === undefined ? {} : { help }),
    place: `${file}:${line}:${column}`,
    excerpt: excerptOf(finding, lines),
  }
}
