import type { Db } from '../../storage/database.ts'
import type { ImportContext } from './request.ts'

/** How far one list of an organization was read. */
export interface Position {
  readonly start: number
  reached(moment: number): void
  /** Something of this moment is to be looked at again by the next run. */
  hold(moment: number | undefined): void
  save(tx: Db): Promise<void>
}

export async function openPosition(
  { state, options }: Pick<ImportContext, 'state' | 'options'>,
  organization: string,
  step: string,
): Promise<Position> {
  const known = await state.position(organization, step)
  const { since = 0, refresh } = options
  const start = Math.max(since, refresh ? 0 : known)
  // What is older than --since was not looked at: another run without it must not believe so.
  const isWhole = since <= known
  let reached = known
  let held = Number.POSITIVE_INFINITY
  let saved = known
  return {
    start,
    reached(moment) {
      reached = Math.max(reached, moment)
    },
    hold(moment) {
      held = Math.min(held, moment ?? start)
    },
    async save(tx) {
      const position = Math.min(reached, held)
      if (!isWhole || position === saved) return
      saved = position
      await state.moveTo(tx, organization, step, position)
    },
  }
}
