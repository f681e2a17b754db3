import { expect, test } from 'vitest'
import { everyTypeAtOnce } from '../../support/every-component.ts'
import { pageServer, Visitor } from '../../support/page-server.ts'

test('nothing in the CSS of a page speaks of left or right but the arrow of a list', async () => {
  const server = await pageServer()
  const visitor = new Visitor(server.app, await server.publish([everyTypeAtOnce]))
  await visitor.open()
  const css = /<style>(.*)<\/style>/s.exec(visitor.page)?.[1] ?? ''
  expect(css.replaceAll(/select[^{]*\{[^}]*\}/g, '')).not.toMatch(/\b(left|right)\b/)
  await server.close()
})
