import { textsOf } from '../../form/languages.ts'
import { contentText } from '../../form/types/answers.ts'
import { input, refillValue, typed } from './controls.ts'
import type { PageComponent } from './page-component.ts'
export const emailForm: PageComponent = {
  draw(drawing) {
    const label = contentText(drawing.content, 'question') || textsOf(drawing.language).words.email
    const mail = { autocomplete: 'email', inputmode: 'email', spellcheck: 'false', autocapitalize: 'none' }
    return input(drawing, { label }, { type: 'email', ...mail, ...typed(drawing) })
  },
  refill: refillValue,
  unnamed: 'email',
}
