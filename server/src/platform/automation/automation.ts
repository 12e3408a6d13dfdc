import type { Working } from '../../background/background.ts'
import type { PlatformDeps } from '../deps.ts'
import { actWork } from './act.ts'
import { matchWork } from './match.ts'
import { startRuleExpiry, startRunRetention, startStale } from './upkeep.ts'

/** Asks rules about what happened, and does what they say. */
export function startAutomation(deps: PlatformDeps, trackerWake: () => void): Working {
  const acting = deps.background.start(actWork(deps, trackerWake))
  const matching = deps.background.start(matchWork(deps, () => acting))
  const upkeep = [startRunRetention(deps), startRuleExpiry(deps), startStale(deps)]
  return {
    wake() {
      matching.wake()
      acting.wake()
    },
    async stop() {
      await Promise.all([matching, acting, ...upkeep].map((part) => part.stop()))
    },
  }
}
