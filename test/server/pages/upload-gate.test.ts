import { describe, expect, test } from 'vitest'
import { networkOf } from '../../../src/server/rate-limits.ts'
import { uploadGate, usualUploadQuota } from '../../../src/server/pages/upload-gate.ts'

const mebibyte = 1024 * 1024

function gateAt(quota = usualUploadQuota) {
  const clock = { time: 0 }
  const gate = uploadGate({ now: () => clock.time, quota, slack: 100 * mebibyte })
  /** A body that came as a whole. */
  const send = (address: string, bytes: number): void => {
    const receiving = gate.admit(address, bytes)
    receiving.take(bytes)
    receiving.end()
  }
  return { clock, gate, send }
}

const used = expect.objectContaining({ refusal: 'quota-used', statusCode: 503 })
const busy = expect.objectContaining({ refusal: 'busy', statusCode: 503, retryAfter: 60 })

describe('an upload gate', () => {
  test('refuses what would take an address past its quota, says when to try again, and then lets it in', () => {
    const { clock, gate, send } = gateAt(100)
    send('192.0.2.1', 60)
    clock.time = 600_000
    expect(() => gate.admit('192.0.2.1', 41)).toThrow(
      expect.objectContaining({ refusal: 'quota-used', statusCode: 503, retryAfter: 3000 }),
    )
    send('192.0.2.1', 40)
    send('192.0.2.2', 41)
    clock.time = 3_600_000
    send('192.0.2.1', 100)
  })

  test('counts nothing that was announced and has not come', () => {
    const { gate, send } = gateAt()
    const idle = Array.from({ length: 1000 }, () => gate.admit('192.0.2.1', 100 * mebibyte))
    send('192.0.2.1', 100 * mebibyte)
    for (const { end } of idle) end()
    send('192.0.2.1', 100 * mebibyte)
    expect(() => gate.admit('192.0.2.1', 1)).toThrow(used)
  })

  test('lets those who began at the same time end, and stops an address that begins many uploads', () => {
    const { gate } = gateAt()
    const [one, two, ...others] = Array.from({ length: 9 }, () => gate.admit('192.0.2.1', 101 * mebibyte))
    one?.take(101 * mebibyte)
    two?.take(101 * mebibyte)
    expect(() => others.forEach(({ take }) => take(50 * mebibyte))).toThrow(used)
  })

  test('refuses more than 1 GiB under way, and takes it once others have ended', () => {
    const { gate } = gateAt()
    const bodies = Array.from({ length: 11 }, (_, i) => gate.admit(`192.0.2.${i}`, 100 * mebibyte))
    for (const { take } of bodies.slice(0, 10)) take(100 * mebibyte)
    expect(() => bodies[10]?.take(100 * mebibyte)).toThrow(busy)
    expect(() => gate.admit('192.0.2.99', 1)).toThrow(busy)
    bodies[0]?.end()
    bodies[0]?.end()
    gate.admit('192.0.2.99', 1).take(1)
  })

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
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
