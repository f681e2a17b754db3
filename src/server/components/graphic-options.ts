import type { Content } from '../../form/schema.ts'
import { optionsOf } from '../../form/types/answers.ts'
import { offersOther } from '../../form/types/choices.ts'
import { webUrl } from '../../form/types/texts.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import { boxedCss, tickCss } from './controls.ts'
import { optionList, otherRules } from './option-list.ts'
import type { PageComponent } from './page-component.ts'

const cards = optionList(
  (content) => {
    const { columns } = content
    const isGiven = typeof columns === 'number' && columns >= 1 && columns <= 4
    const isOdd = (optionsOf(content, 'choices').length + Number(offersOther(content))) % 2 === 1
    return `choices boxed cards${isGiven ? ` cols-${columns}` : ''}${isOdd && columns !== 2 ? ' odd' : ''}`
  },
  (content) => {
    const images = imagesOf(content)
    return (option) => picture(images.get(option))
  },
)

/** Cards, with pictures where the form has some. */
export const graphicOptions: PageComponent = {
  ...cards,
  rules: ({ content }) => [tickCss, boxedCss, cardsCss, ...otherRules(content)],
  images: (content) => [...imagesOf(content).values()].map(({ url }) => url.origin),
}

const cardsCss = `
.cards{grid-template-columns:repeat(auto-fit,minmax(min(8.5rem,100%),1fr))}
.cards .choice{position:relative;flex-direction:column;justify-content:center;text-align:center;min-height:7rem;padding:1rem}
.cards .choice>input{position:absolute;top:.75rem;inset-inline-start:.75rem}
.cards img{width:100%;height:7rem;object-fit:cover;border-radius:calc(var(--corner)*.75)}
.cols-1{grid-template-columns:minmax(0,1fr)}
.cols-2{grid-template-columns:repeat(2,minmax(0,1fr))}
.cols-3{grid-template-columns:repeat(3,minmax(0,1fr))}
.cols-4{grid-template-columns:repeat(4,minmax(0,1fr))}
@media (max-width:34rem){.cols-3,.cols-4{grid-template-columns:repeat(2,minmax(0,1fr))}.odd{grid-template-columns:minmax(0,1fr)}.odd .choice{min-height:0}.odd .choice>input{top:1.125rem}}
`

type Picture = { readonly url: URL; readonly alt: string }

const picture = (image: Picture | undefined): Html =>
  image === undefined
    ? nothing
    : html`<img
        ${attributes({ src: image.url.href, alt: image.alt, loading: 'lazy', referrerpolicy: 'no-referrer' })}
      />`

/** The pictures of a content by option: those over https, from a host whose name cannot end our policy. */
export function imagesOf(content: Content): ReadonlyMap<string, Picture> {
  const listed: readonly unknown[] = Array.isArray(content['images']) ? content['images'] : []
  return new Map(
    listed.flatMap((entry): [string, Picture][] => {
      if (typeof entry !== 'object' || entry === null || !('option' in entry) || !('image' in entry))
        return []
      const { option, image } = entry
      const url = typeof image === 'string' ? webUrl(image) : undefined
      const isSafe = url?.protocol === 'https:' && /^[a-z0-9.:-]+$/i.test(url.host)
      const alt = 'alt' in entry && typeof entry.alt === 'string' ? entry.alt : ''
      return typeof option === 'string' && url && isSafe ? [[option, { url, alt }]] : []
    }),
  )
}
