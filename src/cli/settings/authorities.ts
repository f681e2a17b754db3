import { X509Certificate } from 'node:crypto'
import { Failure } from '../../failure/failure.ts'
import type { Host } from '../host.ts'
import type { Sourced } from './settings.ts'

/** The certificates of a file, as PEM. A file without certificates, or with a damaged one, is a Failure. */
export async function readAuthorities(
  { files }: Host,
  { value: path, source }: Sourced<string>,
): Promise<string> {
  const refuse = (problem: string): Failure =>
    Failure.of('config-invalid', {
      path: `The file of certificates ${path} (from ${source})`,
      problem: `${problem} Name a file with certificates in PEM, or unset it.`,
    })
  // The failure has to say which setting named the file.
  const bytes = await files.read(path, largest).catch((error: unknown) => {
    if (Failure.is(error, 'file-not-found')) throw refuse('it does not exist.')
    if (Failure.is(error, 'file-unreadable')) throw refuse(`${error.args.reason}.`)
    throw error
  })
  const certificates = new TextDecoder().decode(bytes).match(certificate) ?? []
  // A file without PEM may be one certificate in DER.
  const sources: readonly (string | Uint8Array)[] = certificates.length > 0 ? certificates : [bytes]
  const read = sources.map((text, i) => {
    try {
      return new X509Certificate(text).toString()
    } catch {
      throw refuse(
        certificates.length > 0 ? `its certificate ${i + 1} is damaged.` : 'it holds no certificate.',
      )
    }
  })
  return read.join('')
}

const certificate =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

// All certificates of an operating system take a quarter of a mebibyte.
const largest = 8 * 1024 * 1024
