import { contentText } from '../../form/components.ts'
import { input, refillValue } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A line for an e-mail address. */
export const emailForm: PageComponent = {
  draw(drawing) {
    const question = contentText(drawing.content, 'question')
    return input(
      drawing,
      { label: question === '' ? 'E-mail address' : question },
      {
        type: 'email',
        autocomplete: 'email',
        inputmode: 'email',
        spellcheck: 'false',
        autocapitalize: 'none',
      },
    )
  },
  refill: refillValue,
}
