import { webUrl } from '../types/addresses.ts'
import { addressKeys, contentsOf, schedulerTypes, textIn } from './form-view.ts'
import { providerAt } from '../repair/providers.ts'
import { defineRule } from './rule.ts'

/** A calendar over http: browsers do not show it inside a page that came over https. */
export const insecureScheduler = defineRule<{ meant: string }>({
  code: 'insecure-scheduler',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  *check(view) {
    for (const part of contentsOf(view, schedulerTypes))
      for (const key of addressKeys) {
        const text = textIn(part, key)
        const url = text === undefined ? undefined : webUrl(text)
        if (text === undefined || url?.protocol !== 'http:') continue
        const meant = text.trim().replace(/^http:/i, 'https:')
        const path = [...part.path, key]
        const fix = { kind: 'replace-value', path, to: meant } as const
        yield { path, at: 'value', args: { meant }, fix: providerAt(url.host) ? fix : undefined }
      }
  },
  sentence: () => 'The calendar comes over http, and a browser shows no such page inside a form.',
  help: ({ meant }) => `Write ${meant}`,
})
