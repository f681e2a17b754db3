import { expect, test } from 'vitest'
import { runInProcess } from '../../support/test-host.ts'

const reply = JSON.stringify({
  data: [
    {
      id: 'a\u001b[31mX',
      formId: 'f',
      createdAt: '2026-01-01T00:00:00Z',
      data: [
        {
          questionId: 'q',
          response: { type: 'ShortInput', headline: 'H\u001b]0;title\u0007', value: 'r\u202Eo 渡\nb' },
        },
      ],
    },
  ],
})

test('on a terminal an export shows what would steer it; in a pipe it is as it came', async () => {
  const argv = ['responses', 'export', '--from', '-']
  const shown = await runInProcess({ argv, stdin: reply, isTerminal: true })
  const piped = await runInProcess({ argv, stdin: reply })
  expect(['\u001b', '\u0007', '\u202e'].filter((sign) => shown.stdout.includes(sign))).toEqual([])
  expect(shown.stdout).toContain('渡\nb')
  expect(piped.stdout).toContain('a\u001b[31mX')
  expect(piped.stdout).toContain('r\u202Eo 渡\nb')
})
