import { expect, test } from 'vitest'
import { attributes, html, nothing, styleElement, textOf, type Html } from '../../src/html/html.ts'

// Under its own name the formatter would mend what these templates do wrong.
const template = html

const evil = `"'><script>alert(1)</script>&`
const escaped = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;'

test('text between tags and in attributes is escaped', () => {
  expect(textOf(template`<p title="${evil}">${evil}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`)
})

test('markup in markup stays markup, lists are joined, nothing is nothing', () => {
  const items = ['a', '<b>'].map((text) => template`<li>${text}</li>`)
  expect(textOf(template`<ul>${items}</ul>${nothing}${undefined}${false}${7}`)).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>7',
  )
})

test('attributes are escaped; true is bare, false and undefined are left out', () => {
  const given = attributes({ id: evil, checked: true, disabled: false, title: undefined, max: 3 })
  expect(textOf(template`<i ${given}></i>`)).toBe(`<i id="${escaped}" checked max="3"></i>`)
})

test.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//elsewhere.example', 'x'])(
  'the address %s is refused',
  (href) => {
    expect(() => attributes({ href })).toThrow('an unsafe URL in href')
  },
)

test.each(['https://a.example/?x', 'http://a.example', '/s/x', '#c1'])('the address %s is taken', (href) => {
  expect(textOf(template`<a ${attributes({ href })}></a>`)).toBe(`<a href="${href}"></a>`)
})

const misuses: readonly (readonly [string, () => Html])[] = [
  ['text inside a tag', () => template`<p ${evil}></p>`],
  ['a bare value', () => template`<p title=${evil}></p>`],
  ['a name of a tag', () => template`<${'p'}>`],
  ['single quotes', () => template`<p title='${evil}'></p>`],
  ['markup in an attribute', () => template`<p title="${template`<b>x</b>`}"></p>`],
  ['attributes between tags', () => template`<p>${attributes({ id: 'x' })}</p>`],
  ['an address in quotes', () => template`<a href="${'javascript:alert(1)'}"></a>`],
  ['an event', () => template`<a onclick="${'alert(1)'}"></a>`],
  ['a style', () => template`<a style="${'color:red'}"></a>`],
  ['a script', () => template`<script>${'alert(1)'}</script>`],
  ['a style element', () => template`<style>${'a{}'}</style>`],
  ['a comment', () => template`<!-- ${'x'} -->`],
]

test.each(misuses)('an interpolation as %s throws', (_claim, make) => {
  expect(make).toThrow('This template is not safe')
})

test('CSS that would end its element is a defect', () => {
  expect(() => styleElement('</style><script>')).toThrow('a < in CSS')
})
