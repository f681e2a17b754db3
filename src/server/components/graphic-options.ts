import { optionsComponent } from './multiple-options-question.ts'
import type { PageComponent } from './page-component.ts'

/** Options as cards side by side. */
export const graphicOptions: PageComponent = optionsComponent('choices boxed cards')
