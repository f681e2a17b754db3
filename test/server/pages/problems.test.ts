import { describe, expect, test } from 'vitest'
import { type SentText, sharedPageServer, type ShortStep, Visitor } from '../../support/page-server.ts'
import { rowsIn } from '../../support/rows-in.ts'

const server = await sharedPageServer()

const end: ShortStep = ['End', ['ShortInput', { question: 'Anything else?' }]]
const required = { required: true }

const visit = server.visit

/** The page without what each load of it has of its own. */
const shown = ({ page }: Visitor): string => page.replaceAll(/name="(?:writer|resume)" value="[^"]*"/g, '')

describe('a step with something to correct has an address', () => {
  type Row = readonly [type: string, content: object, wrong: SentText, right: SentText]

  test.each(rowsIn<Row>('pages/corrected.json'))('%s %j %j', async (type, content, wrong, right) => {
    const { visitor, form } = await visit([
      [
        'One',
        [type, content, required],
        ['ShortInput', { question: 'Who?' }],
        ['PasswordInput'],
        ['FileUploader'],
      ],
      end,
    ])
    const file = { field: 'q.q3', name: 'a.txt', bytes: 'a' }
    const sent = { ...visitor.hidden(), ...wrong, 'q.q1': 'Ada', 'q.q2': 'hunter2' }
    const reply = await visitor.post(sent, [file])
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `${visitor.url}?sent=1`])
    await visitor.open('?sent=1')
    const page = shown(visitor)
    expect([visitor.status, visitor.hasProblems]).toEqual([200, true])
    for (const value of Object.entries(wrong).flatMap(([name, one]) =>
      /^q\.q0(?:$|\.[ecdmy])/.test(name) ? one : [],
    ))
      expect(page.replaceAll(/\r?\n/g, ' ')).toContain(value.replaceAll(/\r?\n/g, ' '))
    expect(page).toContain('value="Ada"')
    expect(visitor.text).toContain('a.txt')
    expect(page).not.toContain('hunter2')
    await visitor.open('?sent=1')
    expect(shown(visitor)).toBe(page)
    expect(
      (await server.responses(form)).flatMap(({ data }) => data.map(({ questionId }) => questionId)),
    ).toEqual(['q1', 'q2', 'q3'])
    if (type === 'FileUploader') return
    await visitor.send({ ...right, 'q.q1': 'Ada' })
    expect(visitor.text).toContain('Step 2 of 2')
    await visitor.open('?sent=1')
    expect([visitor.status, visitor.hasProblems]).toEqual([200, false])
  })

  test('also where the link of the form filled it in: what was cleared stays empty', async () => {
    const { visitor } = await visit([['One', ['ShortInput', {}, required]], end], { path: '?q0=Ada' })
    expect(visitor.page).toContain('value="Ada"')
    expect(visitor.action).toBe(`${visitor.url}?sent=1&q0=Ada`)
    await visitor.send({ 'q.q0': '' })
    await visitor.open('?sent=1&q0=Ada')
    expect(visitor.hasProblems).toBe(true)
    expect(visitor.page).not.toContain('value="Ada"')
  })

  test('in another language, with its sentences', async () => {
    const { visitor } = await visit([['One', ['EmailForm', { question: 'Mail?' }]], end], {
      translations: { de: { 'Mail?': 'Post?' } },
    })
    await visitor.send({ 'q.q0': 'ada@' })
    expect(visitor.page).toContain(`formaction="${visitor.url}?sent=1&amp;lang=de"`)
    await visitor.open('?sent=1&lang=de')
    expect(visitor.text).toMatch(/Eine Antwort.*Post\?/)
    expect(visitor.page).toContain('value="ada@"')
  })

  test('which shows no problem to a person who sent nothing', async () => {
    const { visitor } = await visit([['One', ['ShortInput', {}, required]], end])
    for (const path of ['?sent=1', '?sent=2']) {
      await visitor.open(path)
      expect([visitor.text.includes('Step 1'), visitor.hasProblems]).toEqual([true, false])
    }
  })
})

describe('a page that only its own reply can show comes as that reply, with all that was sent', () => {
  const steps: readonly ShortStep[] = [
    ['One', ['EmailForm'], ['PasswordInput'], ['FileUploader', { accept: ['.pdf'] }]],
    end,
  ]
  test.each([
    ['no cookies', {}, undefined, false],
    ['a password that is refused', { 'q.q1': 'hunter2'.repeat(2000) }, undefined, true],
    ['a file that is refused', {}, 'a.txt', true],
    ['more text than a draft has room for', { 'q.q0': 'x'.repeat(70_000) }, undefined, true],
  ])('%s', async (_name, more, fileName, takesCookies) => {
    const { visitor, form } = await visit(steps, { takesCookies })
    const files = fileName === undefined ? undefined : [{ field: 'q.q2', name: fileName, bytes: 'a' }]
    const sent = { 'q.q0': 'ada@', ...more }
    const reply = await visitor.send(sent, files)
    expect(reply.statusCode).toBe(422)
    expect(visitor.page).toContain(`value="${sent['q.q0']}"`)
    expect(visitor.page).not.toContain('hunter2')
    expect((await server.responses(form)).map(({ data }) => data)).toEqual([[]])
  })
})
