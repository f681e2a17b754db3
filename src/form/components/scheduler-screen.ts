import { answerOf, contentText, nothingGiven } from './answers.ts'
import { asking, type ComponentType } from './component-type.ts'
import type { TypeName } from '../schema.ts'

/** The calendar of a scheduling provider under one of its two names; its answer is `booked`. */
export const schedulerType = (type: Extract<TypeName, 'SchedulerScreen' | 'Scheduler'>): ComponentType => ({
  type,
  headline: (content) => contentText(content, 'message'),
  asks: asking('whether a time was booked', { booked: ['yes'] }),
  answer(content, { fields }) {
    if (!fields.get('booked')?.includes('yes')) return nothingGiven
    return { response: answerOf(type, contentText(content, 'message'), { booked: true }), problems: [] }
  },
})

export const schedulerScreen: ComponentType = schedulerType('SchedulerScreen')
