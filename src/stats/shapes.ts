/** The shapes of figures: `../../schemas/output/responses-stats.schema.json` says what each member is. */
import type { DeepReadonly } from '../form/value.ts'
import type { Question, ResponsesStats } from './generated/responses-stats.ts'

/** All figures, as `stats -o json` prints them. */
export type StatsDocument = DeepReadonly<ResponsesStats>

/** The figures of one form or questionnaire. */
export type FormStats = StatsDocument['forms'][number]
export type ResponseCounts = FormStats['responses']
export type Day = FormStats['days'][number]
export type Change = NonNullable<FormStats['change']>
export type PageStats = NonNullable<FormStats['pages']>[number]

/** The figures of one segment; its questions are those of the whole form that it answered, or said no to by no answer. */
export type SegmentStats = NonNullable<FormStats['segments']>[number]

/** One of the parts that responses are divided into. */
export type Segment = Pick<SegmentStats, 'kind' | 'value' | 'label'>

/** The figures of one question, and of one member of its answers. */
export type QuestionStats = DeepReadonly<Question>
export type Kind = QuestionStats['kind']
export type MemberStats = QuestionStats['answers'][number]
export type OptionStats = NonNullable<MemberStats['options']>
export type NumberStats = NonNullable<MemberStats['numbers']>
export type DateStats = NonNullable<MemberStats['dates']>
export type TextStats = NonNullable<MemberStats['texts']>

/** The three groups of a Net Promoter Score, and the score: the share of promoters without that of detractors, from -100 to 100. */
export type Nps = NonNullable<NumberStats['nps']>

/** The ends of a rating scale: whole numbers. */
export type Scale = NonNullable<NumberStats['scale']>

/** The length of time of a bar; weeks begin with Monday. */
export type Unit = DateStats['unit']

/** Numbers from `from` up to, not including, `to`; a single number where both are equal. */
export type Range = NumberStats['distribution'][number]
