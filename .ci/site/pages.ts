/** Which files the site of the guide has, where they stand in it, and how they are ordered. */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import MarkdownIt from 'markdown-it'

/** An entry of the navigation: its title, and its file in the repository. */
type NavigationLink = { readonly title: string; readonly path: string }
export type NavigationGroup = { readonly title: string; readonly links: readonly NavigationLink[] }

/** What the site has beside the pages of `docs/`, as paths in the repository. */
export type LinkedFiles = {
  readonly pages: readonly string[]
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

const markdown = new MarkdownIt({ html: true })

/** The tracked files of a folder: what lies beside them, such as the data of a service that was tried, is not published. */
export const filesIn = (folder: string): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', folder], { encoding: 'utf8' }).split('\0').filter(Boolean)

/** The file or folder that a link of a page leads to; undefined for links to other sites and within the page. */
export const targetOf = (page: string, href: string): string | undefined =>
  /^(?:[a-z]+:|#)/.test(href) ? undefined : posix.join(posix.dirname(page), href.replace(/#.*/, ''))

/** Where a file or folder of the repository stands in the site: pages of `docs/` at the top, all others in `repository/`. */
export function addressOf(path: string): string {
  const address = path.startsWith('docs/') ? path.slice('docs/'.length) : `repository/${path}`
  if (posix.extname(path) === '' && isFolder(path)) return `${address}/index.html`
  return address.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')
}

/** The groups of `docs/README.md`: a line in bold, and the links that its list items begin with. */
export function navigationOf(index: string): readonly NavigationGroup[] {
  return Array.from(index.matchAll(/^\*\*(.+)\*\*\n((?:- .*\n)+)/gm), ([, title = '', list = '']) => ({
    title,
    links: list
      .split('\n')
      .flatMap((item) => Array.from((/^- [^:]*/.exec(item)?.[0] ?? '').matchAll(/\[(.+?)\]\((.+?\.md)\)/g)))
      .map(([, name = '', file = '']) => ({ title: name, path: posix.join('docs', file) })),
  }))
}

/** What pages of `docs/` link to, and what those pages link to that are not in `docs/`. */
export function linkedFiles(): LinkedFiles {
  const inDocs = filesIn('docs').filter((path) => path.endsWith('.md'))
  const seen = new Set(inDocs)
  const queue = inDocs.concat('docs/llms.txt')
  const pages: string[] = []
  const folders: string[] = []
  const files: string[] = []
  const add = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    if (isFolder(path)) folders.push(path)
    else if (path.endsWith('.md')) pages.push(path)
    else files.push(path)
    if (isFolder(path)) filesIn(path).forEach(add)
    else if (path.endsWith('.md')) queue.push(path)
  }
  for (const page of queue)
    for (const href of linksOf(readFileSync(page, 'utf8'))) {
      const path = targetOf(page, href)
      if (path !== undefined) add(path.replace(/\/$/, ''))
    }
  return { pages, folders, files }
}

const linksOf = (text: string): readonly string[] =>
  markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'link_open')
    .map((link) => String(link.attrGet('href')))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
