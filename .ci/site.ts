/**
 * The site of the guide: how Eleventy makes pages of `docs/*.md` as they are. `npm run docs` builds it into `out/site/`, where Pagefind
 * then adds the search. All links between files are relative, so it works at any address.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import type UserConfig from '@11ty/eleventy/UserConfig'
import highlighter from 'highlight.js'
import MarkdownIt from 'markdown-it'
import { addressOf, filesIn, linkedFiles, navigationOf, targetOf } from './site/pages.ts'

/** What Eleventy knows of the page that it makes. */
type PageData = { readonly page: { readonly inputPath: string } }

/** What Eleventy says before and after it makes the pages. */
type BuildEvent = { readonly directories: { readonly output: string }; readonly runMode: string }

/** The file in the repository that a page is made of. */
const fileOf = ({ page }: PageData): string =>
  posix.join('docs', posix.relative('docs', page.inputPath)).replace(/^docs\/repository\//, '')

const relativeAddress = (page: string, target: string): string =>
  posix.relative(posix.dirname(addressOf(page)), addressOf(target))

/** The anchor of a heading, as sites that show repositories make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Languages of code blocks that the highlighter knows by another name. */
const languages: Readonly<Record<string, string>> = { console: 'shell', sh: 'bash' }

const markdown: MarkdownIt = new MarkdownIt({
  html: true,
  // Wide code and tables scroll by themselves, also with the keyboard.
  highlight: (code, info) => {
    const language = languages[info] ?? info
    const shown =
      highlighter.getLanguage(language) === undefined
        ? markdown.utils.escapeHtml(code)
        : highlighter.highlight(code, { language }).value
    return `<pre tabindex="0"><code>${shown}</code></pre>`
  },
})
markdown.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>'
markdown.renderer.rules['table_close'] = () => '</table></div>'
markdown.core.ruler.push('anchors_and_links', ({ tokens, env }) => {
  // Eleventy gives the data of the page.
  const page = fileOf(env as PageData)
  for (const [i, heading] of tokens.entries())
    if (heading.type === 'heading_open') heading.attrSet('id', anchorOf(tokens[i + 1]?.content ?? ''))
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    const href = link.type === 'link_open' ? String(link.attrGet('href')) : ''
    const target = targetOf(page, href)
    if (href !== '' && target !== undefined)
      link.attrSet('href', relativeAddress(page, target) + (/#.*/.exec(href)?.[0] ?? ''))
  }
})

/** Where pages stand that the navigation leaves out. */
const parents: readonly (readonly [RegExp, string])[] = [
  [/^docs\/commands\//, 'docs/commands.md'],
  [/^docs\/rules\//, 'docs/troubleshooting.md'],
]

/** The list of pages for agents, whose links lead to pages of the site. */
const agentPages = 'docs/llms.txt'
const agentList = (): string =>
  readFileSync(agentPages, 'utf8').replaceAll(/\]\(([^)#]*)/g, (link, href: string) => {
    const target = targetOf(agentPages, href)
    return target === undefined ? link : `](${relativeAddress(agentPages, target)}`
  })

export default function site(config: UserConfig): object {
  const { pages, folders, files } = linkedFiles()
  for (const page of pages) config.addTemplate(`repository/${page}`, readFileSync(page, 'utf8'))
  for (const folder of folders) {
    const list = filesIn(folder).map((file) => posix.relative(folder, file))
    const items = list.map((file) => `- [${file}](${file})`)
    config.addTemplate(
      addressOf(folder).replace('.html', '.md'),
      [`# ${folder}`, '', ...items, ''].join('\n'),
    )
  }
  config.on('eleventy.before', ({ directories, runMode }: BuildEvent) => {
    // Pages of a former build; a server that rebuilds one page keeps the others.
    if (runMode === 'build') rmSync(directories.output, { recursive: true, force: true })
  })
  config.on('eleventy.after', ({ directories }: BuildEvent) => {
    writeFileSync(posix.join(directories.output, addressOf(agentPages)), agentList())
  })
  config.addPassthroughCopy({ 'docs/images': 'images', '.ci/site/site.css': 'site.css' })
  for (const file of files.filter((each) => each !== agentPages))
    config.addPassthroughCopy({ [file]: addressOf(file) })

  config.setLibrary('md', markdown)
  config.addGlobalData('layout', 'page.liquid')
  config.addGlobalData('permalink', () => (data: PageData) => addressOf(fileOf(data)))
  config.addGlobalData('navigation', () => navigationOf(readFileSync('docs/README.md', 'utf8')))
  config.addFilter('file', (page: PageData['page']) => fileOf({ page }))
  config.addFilter('section', (page: string) => parents.find(([pattern]) => pattern.test(page))?.[1] ?? page)
  config.addFilter('from', (target: string, page: string) => relativeAddress(page, target))
  config.addFilter('headings', (html: string, level: number) =>
    Array.from(
      html.matchAll(new RegExp(`<h${level} id="(.*?)">(.*?)</h${level}>`, 'g')),
      ([, anchor, text = '']) => ({ anchor, text: text.replaceAll(/<[^>]*>/g, '') }),
    ),
  )
  return {
    dir: { input: 'docs', includes: '../.ci/site' },
    markdownTemplateEngine: false,
    templateFormats: ['md'],
  }
}
