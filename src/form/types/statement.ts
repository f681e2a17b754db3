import { defineType } from './define-type.ts'

export const statement = defineType({ shownTexts: ['title', 'text'] })
