import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { describeBrowser } from '../../support/in-browser.ts'
import { apply, made, project, specWith } from '../../support/applying.ts'
import { answerTo, folderWith, readIn, replyWith, responseOf, responses } from '../../support/responses.ts'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

const hostile = `"'><img src=x onerror=alert(1)><script src="https://evil.example/x.js"></script>&\u202ehttps://evil.example/`

/** Responses in which everything that can be a text is hostile. */
const records = [true, false].flatMap((finished, n) =>
  [`form ${hostile}`, 'g'].map((formId) => ({
    id: `${hostile}${formId}${n}`,
    formId,
    createdAt: `2026-03-0${n + 1}T09:00:00.000Z`,
    dataUpdatedAt: `2026-03-0${n + 1}T09:03:00.000Z`,
    finished,
    data: [
      ['value', hostile],
      ['selected', [hostile, 'Plain']],
      ['choices', [{ key: hostile, value: true, index: 0 }]],
      [hostile, 4 + n],
      ['value', finished],
    ].map(([member, value], i) => ({
      questionId: `${hostile}${i}`,
      response: { type: hostile, headline: hostile, componentShapeVersion: '2.0', [member as string]: value },
    })),
  })),
)

/** The page of a report of records, and where it lies. */
async function reportOf(given: readonly object[], words: readonly string[] = []): Promise<[string, string]> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'reply.json'), JSON.stringify({ data: given }))
  const argv = ['responses', 'stats', '--from', 'reply.json', '--report', 'report.html', ...words]
  const { exit, stderr } = await runInProcess({ argv, cwd })
  if (exit !== 0) throw new Error(stderr)
  return [readFileSync(join(cwd, 'report.html'), 'utf8'), join(cwd, 'report.html')]
}

describe('the page of a report', () => {
  test('holds no markup of others, and refers to nothing outside', async () => {
    const [page] = await reportOf(records, ['--title', hostile])
    expect(page).toContain('&lt;script src=&quot;https://evil.example')
    expect(page).not.toMatch(/<(script|img|link|iframe|object|embed|base|form)\b/i)
    const tags = page.match(/<[^>]*>/g) ?? []
    expect(tags.filter((tag) => /\s(on\w+|style)=/i.test(tag))).toEqual([])
    const addresses = tags.flatMap(
      (tag) => tag.match(/\b(?:src|href|action|data|srcset|poster)="[^"]*"/g) ?? [],
    )
    // Forms are at the top, and each question is in the part that shows how far people got.
    const ids = new Set(page.match(/(?<=\sid=")[^"]*/g))
    expect(addresses.slice(0, 3)).toEqual(['href="#f1"', 'href="#f2"', 'href="#f1-q1"'])
    expect(addresses).toHaveLength(2 + 2 * 5)
    expect(addresses.filter((address) => !ids.has(address.slice('href="#'.length, -1)))).toEqual([])
    expect(tags.filter((tag) => tag.includes('//'))).toEqual([])
    expect(/<style>([^<]*)/.exec(page)?.[1]).not.toMatch(/url\(|@import|\/\//)
    expect(/<title>([^<]*)/.exec(page)?.[1]).not.toContain('\u202e')
  })

  test('may run and load nothing but its own style', async () => {
    const [page] = await reportOf(records)
    const css = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(css).digest('base64')
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]
    expect(policy?.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    )
  })

  test('is HTML with a language, one first heading, landmarks, and headings that leave out no level', async () => {
    for (const given of [records, records.slice(0, 1), []]) {
      const [page] = await reportOf(given)
      expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/)
      for (const landmark of ['header', 'main', 'footer'])
        expect(page).toMatch(new RegExp(`<${landmark}[ >]`))
      const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
      expect(levels.filter((level) => level === 1)).toEqual([1])
      for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1)
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const named = [...page.matchAll(/aria-labelledby="([^"]*)"/g)].flatMap(([, names = '']) =>
        names.split(' '),
      )
      expect(named.filter((name) => !ids.includes(name))).toEqual([])
      // A section with a name is a landmark; more than one a form would be noise.
      expect(page.match(/<section[^>]*aria-labelledby/g)?.length ?? 0).toBe(given === records ? 2 : 0)
      for (const [tag] of page.matchAll(/<svg[^>]*>/g)) expect(tag).toMatch(/aria-hidden="true"|role="img"/)
    }
  })

  test('says what was read, and what cannot be known', async () => {
    const [page] = await reportOf(records.filter(({ finished }) => finished))
    expect(page).toContain('<bdi>the file reply.json</bdi>')
    expect(page).toContain('The file has no unfinished responses, so completion and drop-off are unknown.')
    expect(page).toContain('not known')
  })
})

describe('texts of the page', () => {
  /** A finished response of a day in March, with one answer. */
  const one = (day: number, response: object): object => ({
    id: `r${day}`,
    formId: 'f',
    createdAt: `2026-03-0${day}T09:00:00.000Z`,
    dataUpdatedAt: `2026-03-0${day}T09:01:00.000Z`,
    finished: true,
    data: [{ questionId: 'q', response: { type: 'ShortInput', componentShapeVersion: '2.0', ...response } }],
  })
  const text = (page: string): string => page.replaceAll(/<style>[^<]*|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  test('say once that there is no response', async () => {
    const [page] = await reportOf([])
    expect(text(page)).toContain('reply No response came, so there is nothing to count.')
    expect(text(page)).toContain('Responses No responses')
  })

  test('have the name of the saved reply as title, unless they are given one', async () => {
    const [page] = await reportOf([one(1, { value: 'x' })])
    expect(text(page)).toContain('Report on responses reply 1 response was finished on 1 March 2026, with')
    const [titled] = await reportOf([one(1, { value: 'x' })], ['--title', 'Visitors'])
    expect(text(titled)).toContain(
      'Report on responses Visitors 1 response was finished on 1 March 2026, with',
    )
  })

  test('name the first and the last day where the columns of few days begin', async () => {
    const spanOf = (page: string): string | undefined =>
      /<div class="span axis" aria-hidden="true">([^]*?)<\/div>/
        .exec(page)?.[1]
        ?.replaceAll(/\s+/g, ' ')
        .trim()
    const [few] = await reportOf([1, 3].map((day) => one(day, { value: 'x' })))
    expect(spanOf(few)).toBe('<span>1 March 2026 to 3 March 2026</span>')
    const [single] = await reportOf([one(2, { value: 'x' })])
    expect(spanOf(single)).toBe('<span>2 March 2026</span>')
    const [many] = await reportOf([
      one(1, { value: 'x' }),
      { ...one(2, { value: 'x' }), createdAt: '2026-03-12T09:00:00Z' },
    ])
    expect(spanOf(many)).toBe('<span>1 March 2026</span><span>12 March 2026</span>')
    // On paper, few rows stand under one head, also where they are days far apart.
    expect([few, many].map((page) => page.includes('<details class="few">'))).toEqual([true, true])
  })

  test('have no type names, and bars of one scale: a whole bar is everybody who answered', async () => {
    const answers = [5, 5, 5, 4].map((value, i) => one(i + 1, { headline: 'Stars', value }))
    const [page] = await reportOf(answers)
    expect(page).not.toContain('ShortInput')
    const question = /<section class="question">\s*<h2 id="f1-q1">[^]*?<\/section>/.exec(page)?.[0] ?? ''
    expect([...question.matchAll(/rect width="(\d+)"/g)].map(([, width]) => width)).toEqual([
      '0',
      '0',
      '0',
      '250',
      '750',
    ])
    expect(text(question)).toContain(
      '1 Stars Rating · 4 answers Mean 4.75, median 5, on a scale from 1 to 5.',
    )
  })

  test('cut a long headline in the way through the form, and have it whole at the question', async () => {
    const headline = `${'Very long words of a question, '.repeat(14)}at last?`
    const [page] = await reportOf([one(1, { headline, value: 'x' })])
    const dropOff = /<h2 id="f1-drop-off">[^]*?<\/section>/.exec(page)?.[0] ?? ''
    expect(dropOff).toMatch(/<bdi lang="">Very long words [^<]{60,110}…<\/bdi>/)
    expect(page.match(/at last\?/g)?.length).toBe(1)
  })

  test('written from right to left keep what is said of them beside them', async () => {
    const [page] = await reportOf([1, 2].map((day) => one(day, { value: day === 2 ? 'مدير عام' : 'x' })))
    expect(page).toMatch(/<li dir="auto">\s*<blockquote lang="">مدير عام<\/blockquote>/)
    expect(page).toMatch(/<p class="times"><bdi dir="ltr">2 March 2026<\/bdi><\/p>/)
  })
})

describe('the language of the page', () => {
  const spec = (language: string): string =>
    `${language}${specWith(
      '{ type: Dropdown, content: { question: "מה שלומך?", options: ["iPhone שלי", Yes] } }',
      '{ type: ShortInput, content: { question: "Warum?" } }',
    )}`
  const given = ['iPhone שלי', 'Yes', undefined].map((selected, i) =>
    responseOf(
      {},
      {
        id: `r${i}`,
        formId: 'f',
        finished: true,
        data: [
          answerTo('q=מה שלומך?', { selected }, 'Dropdown'),
          answerTo('w=Warum?', 'Einfach so', 'ShortInput'),
        ],
      },
    ),
  )
  const pageOf = async (language: string): Promise<string> => {
    const here = project({ 'a.yaml': spec(language), 'reply.json': replyWith(given) })
    const { exit, stderr } = await apply('a.yaml --yes', here, {
      turns: [made('f')],
      announces: { extensions: ['form-settings'] },
    })
    expect({ exit, stderr }).toMatchObject({ exit: 0 })
    await responses('stats --from reply.json --by q --report page.html', { cwd: here.cwd })
    return readIn(here.cwd, 'page.html').replaceAll(/\s+/g, ' ')
  }

  test.each([
    ['language: he\n', 'lang="he" dir="rtl"'],
    ['language: de\n', 'lang="de" dir="ltr"'],
    ['', 'lang="en" dir="ltr"'],
  ])(
    'is that of the form for its words, unknown for those of people, else English: %j',
    async (line, language) => {
      const page = await pageOf(line)
      expect(page).toMatch(/^<!doctype html> ?<html lang="en">/)
      const ofForm = [...page.matchAll(/<bdi lang="(?:he|de|en)"[^>]*>[^<]*/g)].map(([tag]) => tag)
      expect(new Set(ofForm)).toEqual(
        new Set(
          ['Letters', 'מה שלומך?', 'Warum?', 'iPhone שלי', 'Yes'].map((text) => `<bdi ${language}>${text}`),
        ),
      )
      expect(page).toContain('<bdi lang="">Einfach so</bdi>')
      expect(page).toContain('<bdi >No answer</bdi>')
    },
  )

  test('is not known where no spec is', async () => {
    const cwd = folderWith({ 'reply.json': replyWith(given) })
    await responses('stats --from reply.json --report page.html', { cwd })
    expect(readIn(cwd, 'page.html')).toContain('<bdi lang="">iPhone שלי</bdi>')
  })
})

describeBrowser('the page in Chromium', (chromium) => {
  let usual: ReturnType<typeof reportOf> | undefined
  /** The page, and what it asked for or complained of. */
  async function open(
    width: number,
    report = (usual ??= reportOf(records)),
  ): Promise<{ page: Page; complaints: readonly string[] }> {
    const [, path] = await report
    const context = await chromium.browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(request.url())
    })
    await page.goto(pathToFileURL(path).href)
    return { page, complaints }
  }

  test.each([320, 390, 1200])(
    '%d wide asks for nothing, complains of nothing and needs no scrolling aside',
    async (width) => {
      const { page, complaints } = await open(width)
      expect(complaints).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      expect(await page.getByRole('table').count()).toBeGreaterThan(3)
    },
  )

  test.each(['f1', 'm'])('words without a blank hide no figure of a wide page, by %s', async (by) => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
    const data = ['f1', 'f2'].map((id) => answerTo(`${id}=${long}`, { selected: [long] }, 'Dropdown'))
    const rows = [long, 'x'.repeat(300)].map((row, i) => ({ row, value: i === 0 ? long : 'Good' }))
    const given = [...data, answerTo(`m=${long}s`, { rows }, 'Matrix'), answerTo('t=Why', long, 'LongInput')]
    const name = by === 'm' ? `${long}s: ${long}` : by
    const { page } = await open(
      1280,
      reportOf(
        [{ id: 'r', formId: long, finished: true, createdAt: '2026-03-01T09:00:00Z', data: given }],
        ['--by', name],
      ),
    )
    const hidden = `[document.documentElement, ...document.querySelectorAll('.wide')].map((box) => box.scrollWidth - box.clientWidth)`
    expect(Math.max(...(await page.evaluate<readonly number[]>(hidden)))).toBe(0)
  })

  test.each([320, 390, 1200])(
    '%d wide shows figures beside labels or below them, never on them',
    async (width) => {
      const { page } = await open(width)
      const overlaps = await page.evaluate(`[...document.querySelectorAll('tbody tr')].flatMap((row) => {
      const rectOf = (node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
      }
      const label = row.querySelector('.row > div')
      if (label === null || !label.checkVisibility()) return []
      const a = rectOf(label)
      return [...row.querySelectorAll('td')].map(rectOf).filter((b) =>
        b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom - 4 && b.top < a.bottom - 4)
    }).length`)
      expect(overlaps).toBe(0)
      // On a narrow screen a label has the whole width, since its figures stand below it.
      const share = await page.evaluate<number>(
        `(() => { const label = document.querySelector('table:not(.brief) .row > div'); return label.offsetWidth / label.closest('tr').offsetWidth })()`,
      )
      expect(share > 0.95).toBe(width < 500)
    },
  )

  test('on paper shows the table that the screen folds up', async () => {
    const { page } = await open(1000)
    const table = page.getByRole('table', { name: 'Responses by day' }).first()
    expect(await table.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await table.isVisible()).toBe(true)
  })
})

test('the page names no folder of this machine', async () => {
  const cwd = temporaryFolder()
  const run = (...argv: string[]) => runInProcess({ argv: [...argv, '--base-url', 'embedded:data'], cwd })
  writeFileSync(join(cwd, 'a.yaml'), readFileSync('fixtures/specs/no-way-forward/good.yaml'))
  await run('forms', 'generate', 'a.yaml')
  expect((await run('responses', 'stats', '--all', '--report', 'report.html')).exit).toBe(0)
  writeFileSync(join(cwd, 'reply.json'), '{"data":[]}')
  await run('responses', 'stats', '--from', join(cwd, 'reply.json'), '--report', 'saved.html')
  const [page, saved] = ['report.html', 'saved.html'].map((name) => readFileSync(join(cwd, name), 'utf8'))
  expect(page).toContain('<bdi>a service in a folder</bdi>')
  expect(saved).toContain('<bdi>the file reply.json</bdi>')
  expect(`${page}${saved}`).not.toContain(cwd)
})

test('a service in a folder tells pages and name of a form', async () => {
  const cwd = temporaryFolder()
  const run = (...argv: string[]) => runInProcess({ argv: [...argv, '--base-url', 'embedded:data'], cwd })
  writeFileSync(join(cwd, 'a.yaml'), readFileSync('fixtures/specs/no-way-forward/good.yaml'))
  const { stdout } = await run('forms', 'generate', 'a.yaml', '-o', 'json')
  const [{ id, name }] = JSON.parse(stdout).forms
  await run('responses', 'stats', '--form', id, '--partials', '--report', 'report.html')
  const page = readFileSync(join(cwd, 'report.html'), 'utf8')
  expect(page).toContain(`<h1><bdi lang="en" dir="ltr">${name}</bdi></h1>`)
  expect(page).toContain(`of &quot;${name}&quot;`)
  expect(page).not.toContain(id)
})

test('the page says of the standard input what it is', async () => {
  const cwd = temporaryFolder()
  const argv = ['responses', 'stats', '--from', '-', '--report', 'report.html']
  await runInProcess({ argv, cwd, stdin: '{"data":[]}' })
  expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('<bdi>responses that were saved</bdi>')
})

describe('the sentence on top', () => {
  /** Responses, `perDay` of them finished on each of so many days, and one unfinished a day. */
  const onDays = (days: number, perDay: (day: number) => number): readonly object[] =>
    Array.from({ length: days }, (_, day) =>
      Array.from({ length: perDay(day) + 1 }, (__, i) => ({
        id: `r${day}-${i}`,
        formId: 'f',
        createdAt: new Date(Date.UTC(2026, 0, 1 + day, 9)).toISOString(),
        dataUpdatedAt: new Date(Date.UTC(2026, 0, 1 + day, 9, 2)).toISOString(),
        finished: i > 0,
        data: [
          {
            questionId: 'q',
            response: { type: 'OpinionScale', headline: 'Would you recommend us?', value: i > 0 ? 10 : 0 },
          },
        ],
      })),
    ).flat()
  const leadOf = async (given: readonly object[]): Promise<string> => {
    const [page] = await reportOf(given)
    return /<p class="lead">([^<]*)/.exec(page)?.[1]?.replaceAll('\u00A0', ' ') ?? ''
  }

  test.each<[string, readonly object[], string]>([
    [
      'four weeks and the four before',
      onDays(60, (day) => (day < 32 ? 2 : 3)),
      '148 responses were finished from 1 January 2026 to 1 March 2026, 71.2% of those begun, with a median time of 2 min and a Net Promoter Score of +42; in the 28 days to 1 March 2026 there were 84, 28 more than in the 28 days before (+50%), with 75% completed (66.7% before) and a Net Promoter Score of +50 (+33 before).',
    ],
    [
      'two weeks and a fall',
      onDays(14, (day) => (day < 7 ? 2 : 1)),
      '21 responses were finished from 1 January 2026 to 14 January 2026, 60% of those begun, with a median time of 2 min and a Net Promoter Score of +20; in the 7 days to 14 January 2026 there were 7, 7 fewer than in the 7 days before (−50%).',
    ],
    [
      'a day alone',
      onDays(1, () => 1),
      '1 response was finished on 1 January 2026, 50% of those begun, with a median time of 2 min and a Net Promoter Score of 0.',
    ],
  ])('has the main figures and what changed: %s', async (_, given, sentence) => {
    expect(await leadOf(given)).toBe(sentence)
  })

  /** Two weeks with `n` responses a day, which `change` may alter. */
  const twoWeeks = (n: number, change: (record: object, i: number) => object = (record) => record) =>
    onDays(14, () => n - 1).map(change)
  const scored = (record: object, response: object): object => {
    const headline = 'Would you recommend us?'
    return { ...record, data: [{ questionId: 'q', response: { type: 'Dropdown', headline, ...response } }] }
  }

  test.each<[string, readonly object[], string]>([
    [
      'as long as there are 30 of each',
      twoWeeks(5),
      '28, as many as in the 7 days before, with 80% completed (80% before) and a Net Promoter Score of +60 (+60 before).',
    ],
    ['and not with fewer', twoWeeks(4), '21, as many as in the 7 days before.'],
    [
      'of options, each once',
      twoWeeks(5, (one, i) => scored(one, { selected: i < 35 ? '9 - yes' : ['3 - no', '3 - no'] })),
      '28, as many as in the 7 days before, with 80% completed (80% before) and a Net Promoter Score of −100 (+100 before).',
    ],
    [
      'not of records that say nothing of being finished',
      twoWeeks(5, (one, i) => ({ ...one, ...(i === 0 && { finished: undefined }) })),
      '28, as many as in the 7 days before, with a Net Promoter Score of +60 (+60 before).',
    ],
    [
      'not of two questions with a score',
      twoWeeks(5, (one) => {
        const [first] = Object(one).data
        return { ...one, data: [first, { ...first, questionId: 'other' }] }
      }),
      '28, as many as in the 7 days before, with 80% completed (80% before).',
    ],
  ])('compares completion and score, %s', async (_, given, end) => {
    expect((await leadOf(given)).split(/in the 7 days to [\w ]+ there were /)[1]).toBe(end)
  })

  test('says nothing of a rate or a change that is not known', async () => {
    const given = onDays(9, () => 1).filter((one) => Object(one).finished)
    expect(await leadOf(given)).toMatch(
      /^9 responses were finished from 1 January 2026 to 9 January 2026, with /,
    )
  })
})

test.each([
  [''],
  ['--where "finished = false"'],
  ['--since 2026-03-02 --until 2026-04-01'],
  ['--samples 0 --by finished'],
])('the page has no word of the command line: %s', async (line) => {
  const given = [
    ...records.map((one) => Object.assign({}, one, { data: [], meta: { flags: ['bot'] } })),
    {
      id: 'late',
      formId: 'g',
      createdAt: '2026-01-01T09:00:00Z',
      updatedAt: '2026-03-09T09:00:00Z',
      finished: true,
    },
    { id: 'twice', formId: 'g', createdAt: '2026-03-02T09:00:00Z', finished: true },
    { id: 'twice', formId: 'g', createdAt: '2026-03-02T09:00:00Z', finished: true },
    { id: 'dateless', formId: 'g', finished: true },
  ]
  const words = line.match(/"[^"]*"|\S+/g) ?? []
  const [page] = await reportOf(
    given,
    words.map((word) => word.replaceAll('"', '')),
  )
  const text = page.slice(page.indexOf('<body>')).replaceAll(/<[^>]*>/g, ' ')
  expect(text.match(/--[a-z]+|returnPartials|saved reply|standard input/g) ?? []).toEqual([])
})
