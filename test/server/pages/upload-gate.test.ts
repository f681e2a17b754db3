import { describe, expect, test } from 'vitest'
import { networkOf, uploadGate, usualUploadQuota } from '../../../src/server/pages/submission.ts'

const mebibyte = 1024 * 1024

function gateAt(quota = usualUploadQuota) {
  const clock = { time: 0 }
  return { clock, gate: uploadGate({ now: () => clock.time, quota }) }
}

describe('an upload gate', () => {
  test('refuses what would take an address past its quota, says when to try again, and then lets it in', () => {
    const { clock, gate } = gateAt(100)
    gate.admit('192.0.2.1', 60)(60)
    clock.time = 600_000
    expect(() => gate.admit('192.0.2.1', 41)).toThrow(
      expect.objectContaining({ refusal: 'quota-used', statusCode: 503, retryAfter: 3000 }),
    )
    gate.admit('192.0.2.1', 40)(40)
    gate.admit('192.0.2.2', 41)(41)
    clock.time = 3_600_000
    gate.admit('192.0.2.1', 100)(100)
  })

  test('gives back what was announced and did not come', () => {
    const { gate } = gateAt(100)
    gate.admit('192.0.2.1', 100)(30)
    gate.admit('192.0.2.1', 70)(70)
    expect(() => gate.admit('192.0.2.1', 1)).toThrow(expect.objectContaining({ refusal: 'quota-used' }))
  })

  test('refuses more than 1 GiB under way, and takes it once others have ended', () => {
    const { gate } = gateAt()
    const ends = Array.from({ length: 8 }, (_, i) => gate.admit(`192.0.2.${i}`, 128 * mebibyte))
    expect(() => gate.admit('192.0.2.9', 1)).toThrow(
      expect.objectContaining({ refusal: 'busy', statusCode: 503, retryAfter: 60 }),
    )
    ends[0]?.(128 * mebibyte)
    gate.admit('192.0.2.9', 1)
  })

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
  ])('counts %s as %s', (...[address, network]) => {
    expect(networkOf(address)).toBe(network)
  })
})
