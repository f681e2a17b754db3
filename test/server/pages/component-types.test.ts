import { describe, expect, test } from 'vitest'
import { filesOf } from '../../../src/form/response.ts'
import { sharedPageServer, type ShortComponent, type ShortStep } from '../../support/page-server.ts'
import { rowsIn } from '../../support/rows-in.ts'

const server = await sharedPageServer()

const thanks: ShortStep = ['Thanks', ['Statement', { title: 'Thank you', text: 'Until then.' }]]

async function visit(...components: readonly ShortComponent[]) {
  const form = await server.publish([['One', ...components], ['Two', ['ShortInput', {}]], thanks])
  const visitor = server.visitor(form)
  const reply = await visitor.open()
  return { visitor, form, reply }
}

describe('the new types', () => {
  test('every type shows its stored answer again', async () => {
    const { visitor, form } = await visit(
      ['Consent', { text: 'Read [this](https://example.com/a).' }],
      ['Matrix', { question: 'How?', rows: ['Price', 'Service'], columns: ['Bad', 'Good'] }],
      ['Ranking', { question: 'What?', options: ['Speed', 'Price'] }],
      ['Address', {}],
      ['MultipleOptionsQuestion', { question: 'Which?', choices: ['Red'], other: true }],
      ['Dropdown', { question: 'Where?', options: ['Here'], other: true, otherLabel: 'Elsewhere' }],
    )
    expect(visitor.page).toContain(
      '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer">this</a>',
    )
    await visitor.send({
      'q.q0': 'yes',
      'q.q1.r1': 'Good',
      'q.q2.o0': '2',
      'q.q2.o1': '1',
      'q.q3.city': 'Berlin',
      'q.q4': '__other__',
      'q.q4.other': 'Mauve',
      'q.q5': '__other__',
      'q.q5.other': 'On a boat',
    })
    expect(visitor.status).toBe(200)
    const [record] = await server.responses(form)
    const members = record?.data.map(({ response }) => {
      const { type: _type, headline: _headline, componentShapeVersion: _version, ...rest } = response
      return rest
    })
    expect(members).toEqual([
      { value: true, text: 'Read this (https://example.com/a).' },
      { rows: [{ row: 'Service', value: 'Good' }] },
      { ranking: ['Price', 'Speed'] },
      { city: 'Berlin' },
      { choices: [{ key: 'Red', value: false, index: 0 }], selectedOther: true, other: 'Mauve' },
      { selectedOther: true, other: 'On a boat' },
    ])
    await visitor.open('?step=1')
    expect(visitor.page).toMatch(/type="checkbox"[^>]*checked/)
    expect(visitor.page).toMatch(/name="q\.q1\.r1" value="Good" checked/)
    expect(visitor.page).toMatch(/name="q\.q2\.o0"[^]*?value="2" selected/)
    expect(visitor.page).toContain('value="Berlin"')
    expect(visitor.page).toContain('value="Mauve"')
    expect(visitor.page).toMatch(/value="__other__" selected>Elsewhere/)
  })

  test('a consent that is not given holds the page, and the summary leads to its box', async () => {
    const { visitor } = await visit(['Consent', { text: 'I agree.' }])
    await visitor.send({})
    expect(visitor.hasProblems).toBe(true)
    expect(visitor.page).toContain('<a href="#c0"><bdi>I agree.</bdi> Tick this box to go on.</a>')
  })

  test('a table names the row and the column of each button', async () => {
    const { visitor } = await visit([
      'Matrix',
      { question: 'How?', rows: ['Price'], columns: ['Bad', 'Good'] },
    ])
    expect(visitor.page).toContain('<th scope="col" dir="auto">Good</th>')
    expect(visitor.page).toContain('aria-labelledby="c0-r0-row c0-r0-1"')
    expect(visitor.page).toContain('<span id="c0-r0-row" dir="auto">Price</span>')
  })

  test('city and postal code stand side by side, and so do the two names', async () => {
    const { visitor } = await visit(
      ['Address', {}],
      [
        'IdentityInfo',
        {
          fields: [
            { key: 'firstName', label: 'First' },
            { key: 'lastName', label: 'Last' },
            { key: 'city', label: 'City' },
          ],
        },
      ],
    )
    const pairs = visitor.page.split('<div class="pair">').slice(1)
    const labelsOf = (text: string) =>
      Array.from(text.matchAll(/<label[^>]*>([^<]+)</g), ([, label]) => label)
    expect(pairs.map((pair) => labelsOf(pair).slice(0, 2))).toEqual([
      ['City', 'Postal code'],
      ['First', 'Last'],
    ])
  })

  test('pictures are allowed from their hosts only, and over https only', async () => {
    const images = [
      { option: 'Red', image: 'https://img.example.com/red.png', alt: 'A red square' },
      { option: 'Blue', image: 'http://plain.example.com/blue.png', alt: 'A blue square' },
    ]
    const { visitor, reply } = await visit([
      'GraphicOptions',
      { choices: ['Red', 'Blue'], images, columns: 2 },
    ])
    expect(reply.headers['content-security-policy']).toContain('; img-src https://img.example.com')
    expect(visitor.page).toMatch(
      /<img\s+src="https:\/\/img\.example\.com\/red\.png" alt="A red square" loading="lazy"/,
    )
    expect(visitor.page).not.toContain('plain.example.com')
    expect(visitor.page).toContain('class="choices boxed cards cols-2"')
  })

  test.each<[choices: number, content: object, isOdd: boolean]>([
    [3, {}, true],
    [3, { columns: 3 }, true],
    [3, { other: true }, false],
    [4, {}, false],
    [4, { other: true, columns: 4 }, true],
    [3, { columns: 2 }, false],
  ])(
    '%i cards on a phone are never two and one, except where the author wants it: %j',
    async (count, content, isOdd) => {
      const choices = Array.from({ length: count }, (_, i) => `Option ${i}`)
      const { visitor } = await visit(['GraphicOptions', { choices, ...content }])
      expect(/class="choices boxed cards[^"]* odd"/.test(visitor.page)).toBe(isOdd)
    },
  )

  test('a random order differs between people, stays for one, and leaves Other last', async () => {
    const choices = Array.from({ length: 12 }, (_, i) => `Option ${i}`)
    const { visitor, form } = await visit([
      'MultipleOptionsQuestion',
      { choices, order: 'random', other: true },
    ])
    const shown = (page: string) =>
      Array.from(page.matchAll(/value="(Option \d+|__other__)"/g), ([, one]) => one)
    const first = shown(visitor.page)
    await visitor.open()
    const second = server.visitor(form)
    await second.open()
    expect(shown(visitor.page)).toEqual(first)
    expect(new Set(first)).toEqual(new Set([...choices, '__other__']))
    expect(first.at(-1)).toBe('__other__')
    expect(shown(second.page)).not.toEqual(first)
  })

  test.each([
    ['14 options have no filter', 14, {}, false],
    ['15 options have one', 15, {}, true],
    ['unless the form says no', 15, { searchable: false }, false],
    ['and a short list where it says yes', 2, { searchable: true }, true],
  ])('%s', async (_, count, more, expected) => {
    const options = Array.from({ length: count }, (__, i) => `Option ${i}`)
    const { visitor } = await visit(['Dropdown', { options, ...more }])
    expect(visitor.page.includes('data-filter=')).toBe(expected)
    expect(visitor.page.includes('[data-filter]')).toBe(expected)
  })
})

describe('files', () => {
  const send = async (
    content: object,
    ...files: readonly { name: string; bytes: string | Buffer; type?: string }[]
  ) => {
    const { visitor, form } = await visit(['FileUploader', content])
    await visitor.send(
      {},
      files.map((file) => Object.assign(file, { field: 'q.q0' })),
    )
    const problem = /class="problem"[^>]*><span[^>]*>Error: <\/span>([^<]*)/.exec(visitor.page)?.[1]
    const stored = (await server.responses(form))[0]?.data[0]?.response['files']
    return { visitor, form, problem, count: Array.isArray(stored) ? stored.length : 0 }
  }
  const pdf = { name: 'a.pdf', bytes: '%PDF-1.7', type: 'application/pdf' }
  const jpg = { name: 'd.jpg', bytes: Buffer.from('ffd8ffe0', 'hex'), type: 'image/jpeg' }

  type Sent = {
    readonly name: string
    readonly bytes?: string
    readonly hex?: string
    readonly type?: string
  }
  type Accepted = readonly [claim: string, accept: readonly string[] | null, file: Sent, problem: string]
  test.each(rowsIn<Accepted>('uploads/accepted.json'))(
    '%s',
    async (_, accept, { hex = '', bytes = Buffer.from(hex, 'hex'), ...file }, expected) => {
      const { problem, count } = await send(accept ? { accept } : {}, { ...file, bytes })
      expect([problem ?? 'is taken', count]).toEqual([expected, expected === 'is taken' ? 1 : 0])
    },
  )

  test.each([
    ['video/*', ['x.3gp', 'x.mkv', 'x.mts', 'x.avi', 'x.wmv', 'x.MOV', 'x.flv', 'x.mpg']],
    ['text/*', ['readme.md', 'x.log', 'x.vcf', 'x.ics', 'x.tsv', 'x.txt']],
    ['audio/*', ['rec.amr', 'x.aac', 'x.wma', 'x.aiff', 'x.midi']],
    ['image/*', ['x.bmp', 'x.svg', 'x.dng']],
    ['.yml', ['x.yaml', 'x.YML']],
    ['.yaml', ['x.yml']],
    ['.md', ['x.markdown']],
    ['.mov', ['x.qt']],
    ['.mid', ['x.midi']],
  ])('%s takes files whose browser names no type: %s', async (kind, names) => {
    for (const name of names) {
      const { problem, count } = await send({ accept: [kind] }, { name, bytes: 'hi' })
      expect([name, problem, count]).toEqual([name, undefined, 1])
    }
  })

  test.each(['x.pjpeg', 'x.pjp', 'x.jfif'])('a picture may be called %s', async (name) => {
    const { count } = await send(
      { accept: ['image/jpeg'] },
      { ...jpg, name, type: 'application/octet-stream' },
    )
    expect(count).toBe(1)
  })

  test.each([
    ['clip', '\0\0\0\x18ftypisom', 'video/mp4'],
    ['clip', '\0\0\0\x18ftypmp42', 'video/mp4'],
    ['clip', '\0\0\0\x18ftypM4V ', 'video/mp4'],
    ['clip.jpg', '\0\0\0\x18ftypisom', 'video/mp4'],
    ['clip', '\0\0\0\x18ftypqt  ', 'video/quicktime'],
    ['clip', '\0\0\0\x18ftypM4A ', 'audio/mp4'],
    ['clip', '\0\0\0\x18ftypM4B ', 'audio/mp4'],
    ['clip.m4a', '\0\0\0\x18ftypisom', 'audio/mp4'],
    ['clip.mp4', '\0\0\0\x18ftypqt  ', 'video/mp4'],
    ['clip.mov', '\0\0\0\x08wide', 'video/quicktime'],
    ['note', Buffer.from('\ufeffhello', 'utf16le'), 'text/plain'],
    ['song', Buffer.from('fffb9064', 'hex'), 'audio/mpeg'],
    ['song', Buffer.from('fff39064', 'hex'), 'audio/mpeg'],
    ['song', 'ID3', 'audio/mpeg'],
    ['list', 'PK;name', 'application/octet-stream'],
    ['list.csv', 'PK;name', 'text/csv'],
    ['archive', 'PK\x03\x04', 'application/zip'],
    ['archive', 'PK\x05\x06', 'application/zip'],
  ])('%s that begins with %j is %s', async (name, bytes, expected) => {
    const { form } = await send({}, { name, bytes })
    const [file] = filesOf((await server.responses(form))[0]?.data[0]?.response)
    expect(file?.contentType).toBe(expected)
  })

  test('the browser offers every ending of a kind', async () => {
    const { visitor } = await visit(['FileUploader', { accept: ['.jpg', 'image/tiff', '.dwg'] }])
    expect(visitor.page).toContain(
      'accept=".jpg,.jpg,.jpeg,.jpe,.jfif,.pjpeg,.pjp,image/tiff,.tif,.tiff,.dwg"',
    )
    expect(visitor.text).toContain('These are taken: JPG, TIF, DWG.')
  })

  test('a file over the size of its question is refused', async () => {
    const { problem } = await send({ maxSize: 1 }, { ...pdf, bytes: Buffer.alloc(1024 * 1024 + 1) })
    expect(problem).toBe('a.pdf is larger than 1 MB. Choose a smaller file.')
  })

  test('a required file that is refused is one problem, not two', async () => {
    const { visitor } = await visit(['FileUploader', { maxSize: 1 }, { required: true }])
    const large = { ...pdf, bytes: Buffer.alloc(1024 * 1024 + 1), field: 'q.q0' }
    await visitor.send({}, [large])
    expect(visitor.text).toContain('a.pdf is larger than 1 MB. Choose a smaller file.')
    expect(visitor.text).not.toContain('Choose a file.')
    await visitor.send({}, [])
    expect(visitor.text).toContain('Choose a file.')
  })

  test('the number of files of a question counts those that were sent before', async () => {
    const { visitor, form, count } = await send({ maxFiles: 1 }, pdf)
    expect(count).toBe(1)
    const second = [{ field: 'q.q0', ...pdf, bytes: '%PDF-2.0' }]
    await visitor.open('?step=1')
    expect(visitor.page).toContain('One file of up to 10 MB.')
    await visitor.send({}, second)
    expect(visitor.text).toContain('These are 2 files. Send one only.')
    expect((await server.responses(form))[0]?.data[0]?.response['files']).toHaveLength(1)
  })
})
