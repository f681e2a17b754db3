/**
 * Signs executables for macOS on any machine, which Apple's `codesign` does on Macs alone. The signature is ad hoc: it names nobody, but
 * Macs with Apple silicon run nothing without one. The shapes are those of Apple's `mach-o/loader.h` and `kern/cs_blobs.h`.
 */
import { createHash } from 'node:crypto'

const pageSize = 4096
const commands = { segment: 0x19, signature: 0x1d }

type Command = { readonly kind: number; readonly at: number }

/** The signed copy of a Mach-O file of 64 bits that has no signature; fails for any other. */
export function signedMachO(unsigned: Buffer, identifier: string): Buffer {
  const list = commandsOf(unsigned)
  if (list.some(({ kind }) => kind === commands.signature)) throw new Error('It is signed already.')
  const segment = (name: string): number => {
    const found = list.find(
      ({ kind, at }) =>
        kind === commands.segment &&
        unsigned.toString('latin1', at + 8, at + 24).replace(/\0+$/, '') === name,
    )
    if (!found) throw new Error(`It has no segment ${name}.`)
    return found.at
  }
  const [text, links] = [segment('__TEXT'), segment('__LINKEDIT')]
  const linksAt = Number(unsigned.readBigUInt64LE(links + 40))
  if (linksAt + Number(unsigned.readBigUInt64LE(links + 48)) !== unsigned.length)
    throw new Error('Its last segment does not end with the file.')

  const codeLimit = Math.ceil(unsigned.length / 16) * 16
  const pages = Math.ceil(codeLimit / pageSize)
  const size = 20 + 88 + identifier.length + 1 + 32 * pages
  const signed = Buffer.alloc(codeLimit + size)
  unsigned.copy(signed)

  // The command that says where the signature is goes behind the others.
  const end = 32 + unsigned.readUInt32LE(20)
  if (unsigned.subarray(end, end + 16).some((byte) => byte !== 0)) throw new Error('Its header is full.')
  ;[commands.signature, 16, codeLimit, size].forEach((word, i) => signed.writeUInt32LE(word, end + 4 * i))
  signed.writeUInt32LE(unsigned.readUInt32LE(16) + 1, 16)
  signed.writeUInt32LE(end + 16 - 32, 20)
  // The last segment holds the signature, too; memory comes in pages of 16 KB.
  const linksSize = signed.length - linksAt
  signed.writeBigUInt64LE(BigInt(Math.ceil(linksSize / 16_384) * 16_384), links + 32)
  signed.writeBigUInt64LE(BigInt(linksSize), links + 48)

  const hashesAt = 88 + identifier.length + 1
  const [adHoc, mainBinary] = [0x2, 0x1]
  const words = [
    // The blob of blobs: its one blob, the code directory, begins at 20.
    [0xfa_de_0c_c0, size, 1, 0, 20],
    // The code directory: its kind, size, version, flags, then where hashes and identifier are, and how many hashes.
    [0xfa_de_0c_02, size - 20, 0x2_04_00, adHoc, hashesAt, 88, 0, pages, codeLimit],
    // Hashes of 32 bytes, SHA-256, of pages of 2^12; no scatter, team and larger limit.
    [(32 << 24) | (2 << 16) | Math.log2(pageSize), 0, 0, 0, 0, 0, 0],
  ].flat()
  words.forEach((word, i) => signed.writeUInt32BE(word >>> 0, codeLimit + 4 * i))
  const executable = [text + 40, text + 48]
    .map((at) => unsigned.readBigUInt64LE(at))
    .concat(BigInt(mainBinary))
  executable.forEach((word, i) => signed.writeBigUInt64BE(word, codeLimit + 4 * words.length + 8 * i))
  signed.write(`${identifier}\0`, codeLimit + 20 + 88, 'latin1')
  for (let page = 0; page < pages; page++) {
    const content = signed.subarray(page * pageSize, Math.min((page + 1) * pageSize, codeLimit))
    createHash('sha256')
      .update(content)
      .digest()
      .copy(signed, codeLimit + 20 + hashesAt + 32 * page)
  }
  return signed
}

function commandsOf(file: Buffer): readonly Command[] {
  if (file.readUInt32LE(0) !== 0xfe_ed_fa_cf) throw new Error('It is not a Mach-O file of 64 bits.')
  const found: Command[] = []
  for (let at = 32, i = 0; i < file.readUInt32LE(16); i++) {
    found.push({ kind: file.readUInt32LE(at), at })
    at += file.readUInt32LE(at + 4)
  }
  return found
}
