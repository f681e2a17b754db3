import { defineRule } from './rule.ts'

/** The second name of the scheduling component. Which of the two a service accepts is not shown (contract). */
export const schedulerName = defineRule<object>({
  code: 'scheduler-name',
  severity: 'note',
  isRefused: false,
  *check({ parts }) {
    for (const { layer, path, value } of parts)
      if (layer.kind === 'component' && value['type'] === 'Scheduler')
        yield { path: [...path, 'type'], at: 'value', args: {} }
  },
  sentence: () =>
    '"Scheduler" is the rarer name of this component: a service may accept only "SchedulerScreen".',
  help: () => 'Write "SchedulerScreen", unless your service asks for "Scheduler".',
})
