import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'

/** Refuses a run whose whole work is to print, where that is lost; `instead` is what to do. */
export function refuseLost({ host }: Context, instead: string): void {
  if (host.stdout.isLost) throw Failure.of('output-lost', { instead })
}
