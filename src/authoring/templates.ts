import { feedback } from './templates/feedback.ts'
import { nps } from './templates/nps.ts'
import { application } from './templates/application.ts'
import { registration } from './templates/registration.ts'
import { request } from './templates/request.ts'
import { contact } from './templates/contact.ts'
import type { Template } from './templates/template.ts'

/** The names of the templates. */
export const templateNames = ['feedback', 'nps', 'application', 'registration', 'request', 'contact'] as const

export type TemplateName = (typeof templateNames)[number]

/** Forms that can be published as they are, by name. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  feedback,
  nps,
  application,
  registration,
  request,
  contact,
}
