import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { run } from '../../src/cli/run.ts'
import { openDataFolder } from '../../src/cli/settings/open-data-folder.ts'
import { buildApp } from '../../src/server/server.ts'
import { Failure } from '../../src/failure/failure.ts'
import { typeNames } from '../../src/form/schema.ts'
import { defaultStyle } from '../../src/form/style-tokens.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../support/test-host.ts'
import { misuse, outcome, rows } from '../support/outcome.ts'

let cwd: string
let form: string
beforeEach(async () => {
  cwd = temporaryFolder()
  const { first, close } = await openDataFolder(testHost({ argv: [], cwd }), 'formctl-data')
  form = first.sourceFormId
  await close()
})

const style = (...words: readonly string[]): Promise<Ran> =>
  runInProcess({ argv: ['service', 'style', ...words], cwd })

const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(cwd, name), content)

const font = Buffer.from('wOF2 and glyphs')
const picture = Buffer.from('\u0089PNG\r\n\u001a\n and pixels', 'latin1')
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const brand = `
colors:
  accent: "#7A1FA2"
font: { file: fonts/brand.woff2, fallback: humanist }
headingFont: slab
background: { image: logo.png, overlay: "#ffffff", opacity: 0.8 }
layout:
  align: center
  logo: { image: ./logo.png, alt: Example Ltd }
components:
  NextButton: { radius: 999 }
`

function writeBrand(): void {
  mkdirSync(join(cwd, 'brand', 'fonts'), { recursive: true })
  write('brand/style.yaml', brand)
  write('brand/fonts/brand.woff2', font)
  write('brand/logo.png', picture)
}

/** What a page of the service answers. */
async function page(
  path: string,
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  const { deps, close } = await openDataFolder(testHost({ argv: [], cwd }), 'formctl-data')
  const app = buildApp(deps)
  const reply = await app.inject({ method: 'GET', url: path })
  await app.close()
  await close()
  return { status: reply.statusCode, headers: reply.headers, body: reply.rawPayload }
}

describe('service style set', () => {
  test('gives a form the style of a file, with its fonts and pictures', async () => {
    writeBrand()
    expect(await style('set', form, 'brand/style.yaml')).toEqual(
      outcome(0, 'The form Plain has the style of brand/style.yaml.\n', ''),
    )
    const { stdout } = await style('show', form, '-o', 'json')
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      form,
      style: {
        ...defaultStyle,
        colors: { ...defaultStyle.colors, accent: '#7a1fa2' },
        font: { file: hashOf(font), fallback: 'humanist' },
        headingFont: 'slab',
        background: { image: hashOf(picture), overlay: '#ffffff', opacity: 0.8 },
        layout: {
          ...defaultStyle.layout,
          align: 'center',
          logo: { image: hashOf(picture), alt: 'Example Ltd' },
        },
        components: { NextButton: { radius: 999 } },
      },
    })
  })

  test('has the pages use its files, which are served for good', async () => {
    writeBrand()
    await style('set', form, 'brand/style.yaml')
    const { body, headers } = await page(`/s/${form}`)
    expect(String(body)).toContain(`src:url(/style/${hashOf(font)}) format("woff2");font-display:optional`)
    expect(String(body)).toContain(`url(/style/${hashOf(picture)})`)
    expect(headers['content-security-policy']).toMatch(/; font-src 'self'; img-src 'self'$/)
    expect(await page(`/style/${hashOf(font)}`)).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'font/woff2',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-length': String(font.length),
      },
      body: font,
    })
    expect(await page(`/style/${hashOf(picture)}`)).toMatchObject({
      headers: { 'content-type': 'image/png' },
      body: picture,
    })
  })

  test('leaves the policy of other pages as it is', async () => {
    expect((await page(`/s/${form}`)).headers['content-security-policy']).not.toMatch(/font-src|img-src/)
  })

  test('a form that is made from it keeps the look when it is restyled or deleted, in types that it did not style too', async () => {
    writeBrand()
    await style('set', form, 'brand/style.yaml')
    write(
      'form.yaml',
      'name: Copy\nsteps:\n  - name: A\n    components:\n      - { type: ShortInput, content: { question: Who? } }\n  - name: B\n    components:\n      - { type: LongInput, content: { question: Why? } }\n',
    )
    const made = await runInProcess({
      argv: `forms generate form.yaml --source-form ${form} --base-url embedded:formctl-data -o json`,
      cwd,
    })
    const [{ id }] = JSON.parse(made.stdout).forms
    const styleOf = async () => /<style>(.*)<\/style>/s.exec(String((await page(`/s/${id}`)).body))?.[1] ?? ''
    const before = await styleOf()
    expect(before).toContain(`url(/style/${hashOf(font)})`)
    expect(before).toMatch(/:root\{[^}]*--accent:#7a1fa2/)
    expect(before).not.toContain('.ShortInput{')
    write('other.yaml', 'colors: { accent: "#116611" }\ncomponents: { ShortInput: { radius: 3 } }')
    expect(await style('set', form, 'other.yaml')).toMatchObject({ exit: 0 })
    expect(await styleOf()).toBe(before)
    await runInProcess({ argv: ['service', 'form', 'delete', form, '--yes'], cwd })
    expect(await styleOf()).toBe(before)
    expect((await page(`/style/${hashOf(font)}`)).body).toEqual(font)
  })

  test('takes back what show printed', async () => {
    writeBrand()
    await style('set', form, 'brand/style.yaml')
    const shown = await style('show', form)
    expect(parse(shown.stdout)).toMatchObject({ headingFont: 'slab' })
    write('again.yaml', shown.stdout.replace('headingFont: slab', 'headingFont: mono'))
    expect(await style('set', form, 'again.yaml')).toMatchObject({ exit: 0 })
    expect((await style('show', form)).stdout).toBe(
      shown.stdout.replace('headingFont: slab', 'headingFont: mono'),
    )
  })

  test('refuses a hash of no file that the service has', async () => {
    write('style.yaml', `font: { file: ${'a'.repeat(64)}, fallback: slab }`)
    expect(await style('set', form, 'style.yaml')).toEqual(
      misuse(
        `style.yaml names the file ${'a'.repeat(64)}, which this service does not have: name it by its path.`,
      ),
    )
  })

  test('warns of colours that are hard to tell apart', async () => {
    write('style.yaml', 'colors: { text: "#bbbbbb" }\ndark: false')
    expect((await style('set', form, 'style.yaml')).stderr).toBe(
      'The form Plain has the style of style.yaml.\n1 pair of its colours is hard to tell apart: formctl service style check style.yaml shows which.\n',
    )
  })

  test('refuses a form that is not there', async () => {
    writeBrand()
    expect(await style('set', 'clx1', 'brand/style.yaml')).toMatchObject({ exit: 5 })
  })

  test('refuses a form that is deleted, and leaves it as it was', async () => {
    writeBrand()
    await runInProcess({ argv: ['service', 'form', 'delete', form, '--yes'], cwd })
    const { exit, stderr } = await style('set', form, 'brand/style.yaml')
    expect(exit).toBe(2)
    expect(stderr).toMatch(/^error\[usage\]: The form .+ was deleted, so nobody would see the style: /)
    expect(JSON.parse((await style('show', form, '-o', 'json')).stdout).style).toEqual(defaultStyle)
  })

  const contents: Readonly<Record<string, string | Uint8Array>> = {
    none: '',
    OTTO: 'OTTO',
    picture,
    font,
    'long font': `wOF2${'x'.repeat(204_797)}`,
    'long picture': `\u0089PNG${'x'.repeat(1_100_000)}`,
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }
  const notFont = 'x.woff2 is not a WOFF2 font: its first bytes are those of something else.'
  const notPicture = 'is not a PNG, JPEG or WebP picture: its first bytes are those of something else.'
  const outside = 'is not a file that comes with the style: give the path of one in its folder or below.'
  // A file beside the style, what it holds, and the style.
  test.each(
    rows(String.raw`
      x.woff2 | OTTO | font: { file: x.woff2, fallback: slab } | line 1, column 15: font.file: ${notFont}
      x.woff2 | none | font: { file: x.woff2, fallback: slab } | line 1, column 15: font.file: ${notFont}
      x.woff2 | picture | font: { file: x.woff2, fallback: slab } | line 1, column 15: font.file: ${notFont}
      x.woff2 | long font | font: { file: x.woff2, fallback: slab } | line 1, column 15: font.file: x.woff2 has 204801 bytes, and 200 KB is the most that a WOFF2 font may have.
      x.png | font | background:\n  image: x.png | line 2, column 10: background.image: x.png ${notPicture}
      x.svg | svg | background:\n  image: x.svg | line 2, column 10: background.image: x.svg ${notPicture}
      y.png | none | background:\n  image: x.png | line 2, column 10: background.image: x.png does not exist. Check the name and the folder.
      x.png | long picture | background:\n  image: x.png | line 2, column 10: background.image: x.png has 1,100,005 bytes, and 1 MiB is the most that is read. Is it the right file?
      x.png | none | background:\n  image: ../x.png | line 2, column 10: background.image ${outside}
      x.png | none | background:\n  image: /etc/passwd | line 2, column 10: background.image ${outside}
      x.png | none | font: comic | line 1, column 7: font is not a valid font: give one of system,
      x.png | none |  | line 1, column 1: The file is empty.
      x.png | none | font: slab\n---\nfont: mono | line 3, column 1: A second document begins here. Remove it.
      x.png | none | font: [slab | line 1, column
      x.png | none | font: slab\nfont: mono | line 2, column 1:
    `),
  )('refuses a style with %s: %#', async (name = '', content = '', text = '', problem = '') => {
    write(name, contents[content] ?? '')
    write('style.yaml', text.replaceAll(String.raw`\n`, '\n'))
    const { exit, stdout, stderr } = await style('set', form, 'style.yaml')
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' })
    const said = `error[style-unusable]: style.yaml is not a valid style: ${problem}`
    expect(stderr.slice(0, said.length)).toBe(said)
    expect(JSON.parse((await style('show', form, '-o', 'json')).stdout).style).toEqual(defaultStyle)
  })

  test('a link to another file brings nothing but a font or a picture', async () => {
    write('secret.txt', 'a secret')
    symlinkSync(join(cwd, 'secret.txt'), join(cwd, 'x.png'))
    write('style.yaml', 'background:\n  image: x.png')
    expect((await style('set', form, 'style.yaml')).stderr).toMatch(
      /x\.png is not a PNG, JPEG or WebP picture/,
    )
  })
})

describe('service style check', () => {
  test('finds nothing in a style that can be read', async () => {
    writeBrand()
    expect(await style('check', 'brand/style.yaml')).toEqual(
      outcome(0, '10 pairs of colours in brand/style.yaml meet WCAG 2.2 AA: no problem was found.\n', ''),
    )
  })

  test('prints each pair that is too weak, at its line, with its ratio and what is needed', async () => {
    write('style.yaml', 'colors:\n  text: "#999999"\ndark:\n  background: "#101010"\n  accent: "#333333"\n')
    expect(await style('check', 'style.yaml')).toEqual(
      outcome(
        1,
        '',
        'place\twhat is wrong\n' +
          'style.yaml:2:9\tIn the light look text on background has a contrast of 2.84, and needs 4.5.\n' +
          'style.yaml:5:11\tIn the dark look accent on background has a contrast of 1.5, and needs 4.5.\n',
      ),
    )
    const json = await style('check', 'style.yaml', '-o', 'json')
    expect(json.exit).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema_version: 1,
      findings: [
        {
          path: ['colors', 'text'],
          line: 2,
          column: 9,
          look: 'light',
          pair: 'text on background',
          ratio: 2.84,
          needed: 4.5,
        },
        {
          path: ['dark', 'accent'],
          line: 5,
          column: 11,
          look: 'dark',
          pair: 'accent on background',
          ratio: 1.5,
          needed: 4.5,
        },
      ],
    })
  })

  test('prints every fault of a file', async () => {
    write('style.yaml', 'colors: { txet: "#000000", accent: red }\nlayout: { align: right }\n')
    expect(await style('check', 'style.yaml')).toEqual(
      outcome(
        1,
        '',
        'place\twhat is wrong\n' +
          'style.yaml:1:11\t"txet" has no meaning in colors. Did you mean text?\n' +
          'style.yaml:1:36\tcolors.accent is not a valid colour: write it as "#2450c8", with the quotes.\n' +
          'style.yaml:2:18\tlayout.align can be left or center.\n',
      ),
    )
  })

  test('checks the style of a form', async () => {
    expect(await style('check', form)).toMatchObject({ exit: 0, stdout: '' })
    write('style.yaml', 'colors: { text: "#999999" }\ndark: false')
    await style('set', form, 'style.yaml')
    expect((await style('check', form)).stdout).toBe(
      'place\twhat is wrong\ncolors.text\tIn the light look text on background has a contrast of 2.84, and needs 4.5.\n',
    )
  })

  test('needs no data folder for a file', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'style.yml'), 'font: slab')
    expect(await runInProcess({ argv: 'service style check style.yml', cwd: folder })).toMatchObject({
      exit: 0,
    })
  })

  test('refuses a file or a form that is not there', async () => {
    expect(await style('check', 'nope.yaml')).toMatchObject({ exit: 3 })
    expect(await style('check', 'nope')).toMatchObject({ exit: 5 })
    expect(await style('show', 'nope')).toMatchObject({ exit: 5 })
  })
})

describe('service style preview', () => {
  /** Shows a style until something was done with it, then presses Ctrl-C. */
  async function preview(path: string, act: (url: string) => Promise<void>): Promise<Ran> {
    const controller = new AbortController()
    const argv = ['service', 'style', 'preview', path, '-o', 'json']
    const host = testHost({ argv, cwd, signal: controller.signal })
    const { promise, resolve } = Promise.withResolvers<string>()
    const told = async (chunk: string | Uint8Array): Promise<void> => {
      await host.stdout.write(chunk)
      resolve(JSON.parse(String(chunk)).url)
    }
    const running = run({ ...host, stdout: { ...host.stdout, write: told } })
    await act(await promise)
    controller.abort(Failure.of('interrupted', {}))
    return { exit: await running, ...host.output() }
  }

  const textAt = async (url: string): Promise<string> => (await fetch(url)).text()

  test('shows every component type in the style, with its files', async () => {
    writeBrand()
    await preview('brand/style.yaml', async (url) => {
      const pages = await Promise.all(
        ['/s/1?step=1', '/s/1?step=2', '/s/1?step=3', '/s/1/done'].map((path) => textAt(url + path)),
      )
      for (const type of typeNames.filter((name) => name !== 'Scheduler'))
        expect(pages.join('')).toMatch(new RegExp(`class="(?:[^"]* )?${type}[" ]`))
      expect(pages[0]).toContain('--accent:#7a1fa2')
      expect(Buffer.from(await (await fetch(`${url}/style/${hashOf(font)}`)).arrayBuffer())).toEqual(font)
    })
  })

  test('reads the file again, and shows what is wrong with it', async () => {
    writeBrand()
    await preview('brand/style.yaml', async (url) => {
      write('brand/style.yaml', 'colors: { text: "#bbbbbb" }')
      expect(await textAt(`${url}/s/1`)).toContain(
        'text on background has a contrast of 1.91, and needs 4.5.',
      )
      write('brand/style.yaml', 'font: comic')
      expect(await textAt(`${url}/s/1`)).toContain('font is not a valid font: give one of system')
    })
  })

  test('sees a new picture of the same name', async () => {
    writeBrand()
    await preview('brand/style.yaml', async (url) => {
      const other = Buffer.concat([picture, Buffer.from('more')])
      write('brand/logo.png', other)
      expect(await textAt(`${url}/s/1`)).toContain(`/style/${hashOf(other)}`)
    })
  })
})
