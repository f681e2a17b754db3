import { needsGuard } from '../formula.ts'
import { heldInBytes } from '../held-by-number.ts'
import type { KernelHost } from './memory.ts'

/** What a kernel asks about texts. */
export const hostOfKernels: KernelHost = {
  heldBy: heldInBytes,
  isFormula: needsGuard,
}
