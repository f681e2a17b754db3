import { noteHeadline, noteType } from '../collect-row.ts'
import type { Question } from '../columns.ts'
import { writeWords, type Kernel } from './memory.ts'
import type { TemplateOutline } from './outline.ts'
import type { Room } from './regions.ts'

/** Entries without their values, as a kernel knows them. */
export type Templates = {
  /** The place of a template. */
  readonly at: (template: TemplateOutline) => number
  /** Gives what the kernel noted of templates back to their questions. */
  readonly recall: () => void
}

type Template = Pick<TemplateOutline, 'question' | 'headline' | 'type'> & { readonly at: number }

/** No templates yet. */
export function makeTemplates({ kernel, room }: { readonly kernel: Kernel; readonly room: Room }): Templates {
  const templates = new Map<string, Template>()
  const questions = new Map<Question, number>()
  return {
    at: ({ key, isFormless, question, headline, type, columns }) => {
      const known = templates.get(key)
      if (known) return known.at
      const number = questions.get(question) ?? questions.size
      questions.set(question, number)
      room.questionStamps.reach(number)
      const at = kernel.allocate(44 + 4 * columns.length)
      writeWords(kernel, at, [number, isFormless ? 1 : 0])
      writeWords(kernel, at + 40, [columns.length, ...columns.map((column) => column.number)])
      templates.set(key, { at, question, headline, type })
      return at
    },
    recall: () => {
      for (const template of templates.values()) recallTemplate(kernel, template)
    },
  }
}

const latin = new TextDecoder('latin1')

function recallTemplate({ bytes, view }: Kernel, { at, question, headline, type }: Template): void {
  question.seen.place = Math.max(question.seen.place, view().getUint32(at + 8, true))
  const latest = bytes().subarray(at + 16, at + 40)
  const end = latest.indexOf(0)
  const created = latin.decode(end < 0 ? latest : latest.subarray(0, end))
  noteHeadline(question, headline, created)
  noteType(question, type, created)
}
