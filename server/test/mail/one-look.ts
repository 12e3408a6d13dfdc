import { type Item, operatorsTurn, type Work } from '../../src/background/work.ts'
import type { TestApp } from '../setup.ts'

/** One look of one process at what is due; answers what it did. */
export async function oneLook<T extends Item>(app: TestApp, work: Work<T>): Promise<string[]> {
  const now = app.clock.now()
  const walk = { now, after: undefined, upTo: undefined, without: [operatorsTurn], limit: 10 }
  const outcomes: string[] = []
  for (const organization of await work.organizations(walk)) {
    const room = { count: 10, now, hasRoom: () => true, held: () => 0 }
    for (const item of await work.claim(organization, room))
      outcomes.push(await work.run(item, AbortSignal.timeout(60_000)))
  }
  return outcomes
}
