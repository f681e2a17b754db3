import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ownPlatform } from '../../.ci/package/executables.ts'
import { signedMachO } from '../../.ci/package/mach-o.ts'
import { platformOf, withoutSignature } from '../../.ci/package/platforms.ts'

/** Bytes with numbers at places, each of so many bytes, the smallest first. */
function bytes(
  length: number,
  numbers: readonly (readonly [at: number, value: number, size: number])[],
): Buffer {
  const made = Buffer.alloc(length)
  for (const [at, value, size] of numbers) made.writeUIntLE(value, at, size)
  return made
}

const elf = (machine: number): Buffer =>
  bytes(64, [
    [0, 0x46_4c_45_7f, 4],
    [4, 2, 1],
    [5, 1, 1],
    [18, machine, 2],
  ])
const macho = (cpu: number): Buffer =>
  bytes(64, [
    [0, 0xfe_ed_fa_cf, 4],
    [4, cpu, 4],
  ])
const portable = (machine: number): Buffer =>
  bytes(512, [
    [0, 0x5a_4d, 2],
    [0x3c, 128, 4],
    [128, 0x45_50, 4],
    [132, machine, 2],
    // Where its signature is, and its length.
    [296, 400, 4],
    [300, 100, 4],
    [304, 7, 4],
  ])

test.each([
  ['linux-x64', elf(62)],
  ['linux-arm64', elf(183)],
  [undefined, elf(3)],
  ['darwin-x64', macho(0x1_00_00_07)],
  ['darwin-arm64', macho(0x1_00_00_0c)],
  [undefined, macho(0x1_00_00_12)],
  ['win-x64', portable(0x86_64)],
  [undefined, portable(0xaa_64)],
  [undefined, Buffer.from('#!/bin/sh\n'.padEnd(100))],
  [undefined, Buffer.alloc(0)],
])('a program for %s is known by its header', (platform, program) => {
  expect(platformOf(program)).toBe(platform)
})

test('the header of the Node that runs this names this machine', () => {
  expect(platformOf(readFileSync(process.execPath))).toBe(ownPlatform?.name)
})

test('a program for Windows names no signature after a change, and is otherwise as it was', () => {
  const program = portable(0x86_64)
  const changed = withoutSignature(program)
  const at = Array.from(changed.keys()).filter((i) => changed[i] !== program[i])
  expect(at.every((i) => i >= 296 && i < 304)).toBe(true)
  expect(changed.readBigUInt64LE(296)).toBe(0n)
  expect(changed.readUInt32LE(304)).toBe(7)
})

describe('the signature of a program for macOS', () => {
  /** A header with the two segments that count, 16 KB of code and some bytes of links. */
  function unsigned(links: number): Buffer {
    const segment = (at: number, name: string, offset: number, size: number): Buffer => {
      const made = bytes(72, [
        [0, 0x19, 4],
        [4, 72, 4],
        [32, offset, 6],
        [40, offset, 6],
        [48, size, 6],
      ])
      made.write(name, 8)
      made.copy(program, at)
      return made
    }
    const program = Buffer.alloc(16_384 + links, 'code')
    program.fill(0, 0, 1024)
    macho(0x1_00_00_0c).copy(program)
    program.writeUInt32LE(2, 16)
    program.writeUInt32LE(144, 20)
    segment(32, '__TEXT', 0, 16_384)
    segment(104, '__LINKEDIT', 16_384, links)
    return program
  }

  test.each([1, 16, 4000, 4096, 20_001])('has the hash of each page, with %d bytes of links', (links) => {
    const program = unsigned(links)
    const signed = signedMachO(program, 'formctl')
    // The third command: signature, 16 bytes, where, how much.
    expect([16, 20].map((at) => signed.readUInt32LE(at))).toEqual([3, 160])
    const [kind, size, at = 0, length = 0] = [176, 180, 184, 188].map((place) => signed.readUInt32LE(place))
    expect([kind, size, at, at + length]).toEqual([
      0x1d,
      16,
      Math.ceil(program.length / 16) * 16,
      signed.length,
    ])
    // The last segment reaches to the end of the file.
    expect(signed.readBigUInt64LE(104 + 48)).toBe(BigInt(signed.length - 16_384))
    expect(signed.readBigUInt64LE(104 + 32) % 16_384n).toBe(0n)
    const directory = signed.subarray(at + 20)
    const [hashes = 0, identifier = 0, , pages = 0, limit = 0] = [16, 20, 24, 28, 32].map((place) =>
      directory.readUInt32BE(place),
    )
    expect(directory.toString('latin1', identifier, identifier + 8)).toBe('formctl\0')
    expect([pages, limit]).toEqual([Math.ceil(at / 4096), at])
    for (let page = 0; page < pages; page++) {
      const content = signed.subarray(page * 4096, Math.min((page + 1) * 4096, limit))
      expect(directory.subarray(hashes + 32 * page, hashes + 32 * page + 32)).toEqual(
        createHash('sha256').update(content).digest(),
      )
    }
    // Beyond the header nothing of the program has changed.
    expect(signed.subarray(1024, program.length)).toEqual(program.subarray(1024))
  })

  test('is refused for what is signed already, has no room for it, ends otherwise, or is something else', () => {
    expect(() => signedMachO(signedMachO(unsigned(100), 'formctl'), 'formctl')).toThrow('signed already')
    expect(() => signedMachO(unsigned(100).fill(1, 176, 180), 'formctl')).toThrow('header is full')
    expect(() => signedMachO(Buffer.concat([unsigned(100), Buffer.alloc(1)]), 'formctl')).toThrow(
      'does not end',
    )
    expect(() => signedMachO(elf(62), 'formctl')).toThrow('not a Mach-O')
  })
})
