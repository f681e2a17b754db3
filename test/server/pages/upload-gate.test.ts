import { describe, expect, test } from 'vitest'
import { uploadGate, defaultUploadQuota } from '../../../src/server/pages/submission.ts'
import { networkOf } from '../../../src/server/visitor.ts'
import { memoryLimits } from '../../../src/store/rate-limits.ts'

const mebibyte = 1024 * 1024

function gateAt(quota = defaultUploadQuota) {
  const clock = { time: 0 }
  const gate = uploadGate(
    memoryLimits(() => clock.time),
    'files',
    quota,
  )
  /** A body of a given size; what came of it, if it was not all. */
  const send = async (address: string, bytes: number, came = bytes): Promise<void> => {
    const receiving = await gate.admit(address, bytes)
    receiving.take(came)
    receiving.end()
  }
  return { clock, gate, send }
}

const used = expect.objectContaining({ refusal: 'quota-used', statusCode: 503 })
const busy = expect.objectContaining({ refusal: 'busy', statusCode: 503, retryAfter: 60 })

describe('an upload gate', () => {
  test('refuses what would take an address past its quota, says when to try again, and then lets it in', async () => {
    const { clock, gate, send } = gateAt(100_000)
    await send('192.0.2.1', 60_000)
    clock.time = 600_000
    await expect(gate.admit('192.0.2.1', 41_000)).rejects.toEqual(
      expect.objectContaining({ refusal: 'quota-used', statusCode: 503, retryAfter: 3000 }),
    )
    await send('192.0.2.1', 40_000)
    await send('192.0.2.2', 41_000)
    clock.time = 3_600_000
    await send('192.0.2.1', 100_000)
  })

  test('counts 1 KiB where less came: even an empty body leaves a response', async () => {
    const { gate, send } = gateAt(10 * 1024)
    for (let i = 0; i < 9; i += 1) await send('192.0.2.1', 2 * 1024, 0)
    await send('192.0.2.1', 0)
    await expect(gate.admit('192.0.2.1', 0)).rejects.toEqual(used)
  })

  test('reserves what was announced, and gives back what did not come', async () => {
    const { gate, send } = gateAt()
    const [one, two] = [
      await gate.admit('192.0.2.1', 100 * mebibyte),
      await gate.admit('192.0.2.1', 99 * mebibyte),
    ]
    await send('192.0.2.1', mebibyte)
    await expect(gate.admit('192.0.2.1', 1)).rejects.toEqual(used)
    one.take(40 * mebibyte)
    for (const { end } of [one, one]) end()
    await send('192.0.2.1', 60 * mebibyte)
    await expect(gate.admit('192.0.2.1', 1)).rejects.toEqual(used)
    two.take(99 * mebibyte)
    two.end()
    await expect(gate.admit('192.0.2.1', 1)).rejects.toEqual(used)
  })

  test('refuses more than 1 GiB under way, and takes it once others have ended', async () => {
    const { gate } = gateAt()
    const bodies = await Promise.all(
      Array.from({ length: 11 }, (_, i) => gate.admit(`192.0.2.${i}`, 100 * mebibyte)),
    )
    for (const { take } of bodies.slice(0, 10)) take(100 * mebibyte)
    expect(() => bodies[10]?.take(100 * mebibyte)).toThrow(busy)
    await expect(gate.admit('192.0.2.99', 1)).rejects.toEqual(busy)
    bodies[0]?.end()
    bodies[0]?.end()
    const { take } = await gate.admit('192.0.2.99', 1)
    take(1)
  })

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:a:b]:80', '0.10.0.11'],
    ['2001:DB8:0001:2::6', '2001:db8:1:2'],
    ['192.0.2.1:5000', '192.0.2.1'],
    ['[2001:db8:1:2::6]:80', '2001:db8:1:2'],
    ['[::1]', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
  ])('counts %s as %s', (...[address, network]) => {
    expect(networkOf(address)).toBe(network)
  })
})
