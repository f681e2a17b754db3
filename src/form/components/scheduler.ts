import type { ComponentType } from './component-type.ts'
import { schedulerType } from './scheduler-screen.ts'

/** The other name of SchedulerScreen. */
export const scheduler: ComponentType = schedulerType('Scheduler')
