/** A reply of numbers where types end: whole ones around what 53 and 64 bits hold, by themselves and beside others. */
export function numberReply(): string {
  const rows = Math.max(...Object.values(columns).map(({ length }) => length))
  const records = Array.from({ length: rows }, (_, i) => {
    const entries = Object.entries(columns).map(
      ([id, numbers]) =>
        `{"questionId":"${id}","response":{"type":"ShortInput","headline":"${id}","value":${numbers[i] ?? 'null'}}}`,
    )
    return `{"id":"r${i}","createdAt":"2026-03-01T09:00:00.000Z","formId":"f","data":[${entries.join(',')}]}`
  })
  return `{"data":[${records.join(',')}]}`
}

const around = (number: bigint): readonly string[] =>
  [-2n, -1n, 0n, 1n, 2n].flatMap((more) => [String(number + more), String(-number - more)])

const safe = around(10n ** 15n)
const unsafe = [...around(2n ** 53n), ...around(10n ** 18n)]
const greatest = around(2n ** 63n - 3n)
const beyond = around(2n ** 63n + 3n)

const columns: Readonly<Record<string, readonly string[]>> = {
  safe,
  unsafe,
  greatest: [...greatest, '-9223372036854775808', '9223372036854775807'],
  rising: ['0', '1', '-1', ...safe, ...unsafe, ...greatest],
  falling: [...greatest, ...unsafe, ...safe, '-1', '1', '0'],
  beyond: [...greatest, ...beyond],
  fractions: [...unsafe, '0.5'],
  spelled: ['1.0', ...unsafe],
  powers: ['1e3', '9007199254740992', '1234567890123456800'],
  zeros: ['-0', '0', '1000000000000000000'],
}
