import { feedback } from './templates/feedback.ts'
import { nps } from './templates/nps.ts'
import { application } from './templates/application.ts'
import { registration } from './templates/registration.ts'
import { request } from './templates/request.ts'
import { contact } from './templates/contact.ts'

/** Forms that can be published as they are: the name, where the author gives none, and what stands below it, as YAML. */
export const templates = { feedback, nps, application, registration, request, contact }

export type TemplateName = keyof typeof templates
