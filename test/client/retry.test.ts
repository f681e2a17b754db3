import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  outcomeOf,
  generatePolicy,
  parseRetryAfter,
  pauseAfter,
  readPolicy,
  withRetry,
  type CallOutcome,
  type Policy,
  type FailedAttempt,
} from '../../src/client/caller.ts'
import { Failure } from '../../src/failure/failure.ts'
import { wellKnownCall, type Service } from '../../src/wire/wire.ts'
import { isSuccess } from '../../src/wire/replies.ts'
import { quickRetries, scriptedService, type Turn } from '../support/scripted-service.ts'
import { isLong } from '../support/is-long.ts'

const url = 'https://forms.example/x'
const unreachable = Failure.of('unreachable', { url, reason: 'nothing listens there' })
const lost = Failure.of('connection-lost', { url, reason: 'gone' })
const late = Failure.of('too-late', { url, seconds: 3 })
const cut = Failure.of('cut-off', { where: 'The reply', offset: 3 })
const busy = Failure.of('service-busy', { url, status: 429, message: 'slow', when: 'later' })
const addressWrong = Failure.of('address-wrong', {
  url,
  reason: 'no such host is known',
  advice: 'Check it.',
})
const refused = Failure.of('service-refused', { status: 500, message: 'broken' })
const unreadable = Failure.of('reply-unreadable', { where: 'The reply', problem: 'it is not JSON' })

const trouble: fc.Arbitrary<FailedAttempt> = fc.record({
  outcome: fc.constantFrom<CallOutcome>('never-sent', 'limited', 'busy', 'maybe-applied', 'final'),
  attempt: fc.integer({ min: 1, max: 40 }),
  retryAfter: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  left: fc.integer({ min: -1000, max: 900_000 }),
})
const policy: fc.Arbitrary<Policy> = fc.constantFrom(readPolicy, generatePolicy)

describe('the pause before another attempt', () => {
  const always = (claim: (it: FailedAttempt, by: Policy, pause: number) => void): void =>
    fc.assert(
      fc.property(trouble, policy, (it, by) => {
        const pause = pauseAfter(it, by)
        if (pause !== undefined) claim(it, by, pause)
      }),
    )

  test('is never shorter than the service asks', () =>
    always(({ retryAfter }, _, pause) => expect(pause).toBeGreaterThanOrEqual(retryAfter ?? 0)))

  test('never leads past the deadline', () =>
    always(({ left }, _, pause) => expect(pause).toBeLessThan(left)))

  test('is never longer than 20 s unless the service asks for it', () =>
    always(({ retryAfter }, _, pause) =>
      expect(pause).toBeLessThanOrEqual(Math.max(20_000, retryAfter ?? 0)),
    ))

  test('comes at most three times', () => always(({ attempt }) => expect(attempt).toBeLessThan(4)))

  test('never comes for what is no use to try again', () =>
    always(({ outcome }) => expect(outcome).not.toBe('final')))

  test('never comes for generate where a form may have been created', () =>
    always(({ outcome }, by) =>
      expect(by === readPolicy || outcome === 'never-sent' || outcome === 'limited').toBe(true),
    ))

  test('doubles its longest', () => {
    const at = (attempt: number): number | undefined =>
      pauseAfter({ outcome: 'busy', attempt, retryAfter: undefined, random: 0.999, left: 60_000 }, readPolicy)
    expect([1, 2, 3, 4].map(at)).toEqual([499, 999, 1998, undefined])
  })
})

describe('how far a call came', () => {
  const cases: readonly (readonly [string, Error, number | undefined, number | undefined, CallOutcome])[] = [
    ['no connection', unreachable, undefined, undefined, 'never-sent'],
    ['an address that cannot be right', addressWrong, undefined, undefined, 'final'],
    ['a lost connection', lost, undefined, undefined, 'maybe-applied'],
    ['a late answer', late, undefined, undefined, 'maybe-applied'],
    ['a success that is cut', cut, 200, undefined, 'maybe-applied'],
    ['a success that is lost', lost, 200, undefined, 'maybe-applied'],
    ['a success that is not JSON', unreadable, 200, undefined, 'maybe-applied'],
    ['429', busy, 429, undefined, 'limited'],
    ['503 with Retry-After', busy, 503, 1000, 'busy'],
    ['503 without', busy, 503, undefined, 'maybe-applied'],
    ['500', refused, 500, undefined, 'maybe-applied'],
    ['408', refused, 408, undefined, 'maybe-applied'],
    ['502', refused, 502, undefined, 'maybe-applied'],
    ['501, which does not pass', refused, 501, undefined, 'final'],
    ['a login that the network wants', refused, 511, 1000, 'final'],
    ['404', refused, 404, undefined, 'final'],
    ['302', refused, 302, undefined, 'final'],
    ['Ctrl-C', Failure.of('interrupted', {}), undefined, undefined, 'final'],
    ['a request to end', Failure.of('terminated', {}), 200, undefined, 'final'],
    ['a defect of ours', new TypeError('x'), 503, 1000, 'final'],
  ]
  test.each(cases)('is known after %s', (_, error, status, retryAfter, outcome) => {
    expect(outcomeOf(error, { status, retryAfter })).toBe(outcome)
  })
})

describe('a whole call, whatever its service does', () => {
  const reply = fc.record({
    status: fc.constantFrom(200, 408, 429, 500, 503),
    headers: fc.oneof(
      fc.constant({}),
      fc.integer({ min: 0, max: 90 }).map((seconds) => ({ 'retry-after': String(seconds) })),
    ),
  })
  const turn: fc.Arbitrary<Turn> = fc.oneof(reply, fc.constantFrom({ fails: lost }, { fails: unreachable }))
  const calling = fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 12 }),
    seconds: fc.integer({ min: 1, max: 900 }),
    attempts: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    by: policy,
  })

  test('asks at most as often as it may, never sooner than it was told to, and never after its deadline', async () => {
    await fc.assert(
      fc.asyncProperty(calling, async ({ turns, seconds, attempts, random, by }) => {
        const { service, calls } = scriptedService(...turns)
        const retry = {
          ...quickRetries(),
          random: () => random,
          ...(attempts === undefined ? {} : { attempts }),
        }
        const deadline = retry.now() + seconds * 1000
        const began: number[] = []
        const attempt = async (through: Service): Promise<void> => {
          began.push(retry.now())
          const { status } = await through(wellKnownCall)
          if (status !== 200) throw status === 429 || status === 503 ? busy : refused
        }
        await withRetry(service, attempt, { retry, policy: by, seconds }).catch(() => undefined)
        expect(calls.length).toBeLessThanOrEqual(attempts ?? by.attempts)
        for (const [i, at] of began.entries()) {
          expect(at).toBeLessThan(deadline)
          const before = turns[Math.min(i, turns.length) - 1]
          if (before === undefined) continue
          const asked = 'headers' in before ? Number(before.headers?.['retry-after'] ?? 0) * 1000 : 0
          const pause = at - (began[i - 1] ?? at)
          expect(pause).toBeGreaterThanOrEqual(asked)
          expect(pause).toBeLessThanOrEqual(Math.max(asked, Math.min(20_000, 500 * 2 ** (i - 1))))
        }
      }),
      { numRuns: isLong ? 10_000 : 1000 },
    )
  })

  test('waits whole milliseconds, as a clock tells, so that no rounding brings it to its deadline', () => {
    const nearly = {
      outcome: 'busy',
      attempt: 2,
      retryAfter: undefined,
      random: 0.999_999_9,
      left: 1000,
    } as const
    expect(pauseAfter(nearly, readPolicy)).toBe(999)
  })

  test('waits longer from attempt to attempt, up to 20 s', () => {
    const pauses = Array.from({ length: 12 }, (_, i) =>
      pauseAfter(
        { outcome: 'busy', attempt: i + 1, retryAfter: undefined, random: 0.5, left: 1e9 },
        { ...readPolicy, attempts: 99 },
      ),
    )
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, ...Array(6).fill(10_000)])
  })
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sun, 01 Mar 2026 09:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 08:00:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After %s is %s ms', (header, expected) => {
  expect(parseRetryAfter(header, Date.parse('2026-03-01T09:00:00Z'))).toBe(expected)
})

describe('a call that is tried again', () => {
  const attempt = async (service: Service): Promise<string> => {
    const reply = await service(wellKnownCall)
    let text = ''
    for await (const chunk of reply.body) text += Buffer.from(chunk).toString()
    if (!isSuccess(reply)) throw reply.status === 500 ? refused : busy
    return text
  }
  const run = async (turns: readonly Turn[], by: Policy = readPolicy, seconds = 60) => {
    const { service, calls } = scriptedService(...turns)
    const retry = quickRetries()
    const heard: string[] = []
    const onPause = async (failure: Failure, pause: number): Promise<void> =>
      void heard.push(`${failure.code} ${pause}`)
    const outcome = await withRetry(service, attempt, {
      retry: { ...retry, onPause },
      policy: by,
      seconds,
    }).catch((error: unknown) => error)
    return { outcome, calls, heard, pauses: retry.pauses }
  }

  test('gives the whole of the last body and nothing of those before', async () => {
    const { outcome } = await run([{ body: '{"half', breaks: lost }, { body: '{"whole":1}' }])
    expect(outcome).toBe('{"whole":1}')
  })

  test('never asks for a part of a body', async () => {
    const { calls } = await run([{ body: '{"half', breaks: lost }, { body: '{"whole":1}' }])
    expect(calls.map(({ headers }) => Object.keys(headers))).toEqual([['accept'], ['accept']])
  })

  test('waits as long as the service asks, and says why before it does', async () => {
    const { heard, pauses } = await run([
      { status: 429, headers: { 'retry-after': '7' } },
      { fails: lost },
      {},
    ])
    expect(pauses).toEqual([7000, 500])
    expect(heard).toEqual(['service-busy 7000', 'connection-lost 500'])
  })

  test('gives up at once when the service asks for more than the deadline leaves', async () => {
    const { outcome, calls } = await run([{ status: 429, headers: { 'retry-after': '61' } }])
    expect([outcome, calls.length]).toEqual([busy, 1])
  })

  test('ends after four attempts with the failure of the last', async () => {
    const { outcome, calls } = await run([
      { fails: lost },
      { fails: lost },
      { fails: lost },
      { fails: unreachable },
    ])
    expect([outcome, calls.length]).toEqual([unreachable, 4])
  })

  test('tells each attempt how many seconds are left of the whole', async () => {
    const { calls } = await run([{ status: 429, headers: { 'retry-after': '7' } }, {}])
    expect(calls.map(({ seconds }) => seconds)).toEqual([60, 53])
  })

  test('is late for the whole call, not for its last attempt', async () => {
    const { outcome } = await run([{ fails: late }], generatePolicy)
    expect(outcome).toMatchObject({ code: 'too-late', args: { seconds: 60 } })
  })

  test.each<[string, Turn]>([
    ['lost', { fails: lost }],
    ['refused with 500', { status: 500 }],
    ['refused with 503', { status: 503, headers: { 'retry-after': '1' } }],
  ])('is not one that generates and was %s', async (_, turn) => {
    const { calls } = await run([turn, {}], generatePolicy)
    expect(calls.length).toBe(1)
  })

  test.each<[string, Turn]>([
    ['never sent', { fails: unreachable }],
    ['refused with 429', { status: 429 }],
  ])('is one that generates and was %s', async (_, turn) => {
    const { calls, outcome } = await run([turn, { body: 'made' }], generatePolicy)
    expect([outcome, calls.length]).toEqual(['made', 2])
  })
})
