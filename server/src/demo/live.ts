import type { Deps } from '../deps.ts'
import { AppError } from '../domain/errors.ts'
import type { Engine } from '../engine/engine.ts'
import { analyzersFor } from './analyzers.ts'
import { type Chance, makeChance, minute } from './chance.ts'
import { freshObservable } from './observables.ts'
import { demoCaller, demoOrganization } from './users.ts'

/** Often during a first look, then as in a quiet office. */
const usualPace = { busyMs: 20_000, busyForMs: 10 * minute, quietMs: 2 * minute }

export interface Live {
  stop(): Promise<void>
}

/** Submits something new now and then, so visitors see it happen. */
export function startLive(deps: Deps, engine: Engine, pace = usualPace): Live {
  const chance = makeChance(deps.clock.now())
  const begun = deps.clock.now()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const plan = () => {
    if (deps.stopping.aborted) return
    const isBusy = deps.clock.now() - begun < pace.busyForMs
    timer = setTimeout(
      () => {
        running = submitFresh(deps, engine, chance)
          .catch((err: unknown) => deps.log.warn({ err }, 'no new demo activity'))
          .finally(plan)
      },
      isBusy ? pace.busyMs : pace.quietMs,
    )
  }
  plan()
  return {
    async stop() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}

export async function submitFresh(
  { db }: Pick<Deps, 'db'>,
  engine: Pick<Engine, 'submit'>,
  chance: Chance,
): Promise<void> {
  const observable = freshObservable(chance)
  const workers = await db
    .selectFrom('workers')
    .select('id')
    .where('organization', '=', demoOrganization)
    .where('type', '=', 'analyzer')
    .where('definition_name', 'in', [...analyzersFor(observable)])
    .execute()
  for (const { id } of workers)
    await engine.submit(demoCaller('analyst'), 'analyzer', id, { ...observable }).catch((error) => {
      // The visitor may have set a rate, or removed a data type.
      if (!(error instanceof AppError)) throw error
    })
}
