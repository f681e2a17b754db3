import { textsOf } from '../../form/languages.ts'
import { contentText } from '../../form/types/answers.ts'
import { phoneCountryField } from '../../form/types/phone.ts'
import { refillValue } from './controls.ts'
import { dialCodeRules, inputs, phoneLine } from './identity-lines.ts'
import type { PageComponent } from './page-component.ts'

/** A field for a phone number, with a list of country codes if the author wants one. */
export const phone: PageComponent = {
  draw(drawing) {
    const { content } = drawing
    const label = contentText(content, 'question') || textsOf(drawing.language).words.phone
    const more = { ...inputs.phoneNumber, placeholder: contentText(content, 'placeholder') || undefined }
    const list = { field: phoneCountryField, first: contentText(content, 'defaultCountry') }
    return phoneLine(drawing, { label }, more, content['includeDialCode'] === true ? list : undefined)
  },
  unnamed: 'phone',
  rules: ({ content }) => (content['includeDialCode'] === true ? dialCodeRules : []),
  refill: refillValue,
}
