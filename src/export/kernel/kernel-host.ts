import { doubleHolds } from '../../form/number-text.ts'
import { holding } from '../columns.ts'
import { needsGuard } from '../formula.ts'
import type { KernelHost } from './memory.ts'

/** What a kernel asks about texts. */
export const hostOfKernels: KernelHost = {
  heldBy: (text) => (doubleHolds(text) ? holding.number : holding.digits),
  isFormula: needsGuard,
}
