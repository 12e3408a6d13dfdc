import type { Deps } from '../deps.ts'
import type { Engines } from './engines/engines.ts'

/** What the platform's rooms are handed, beside what everybody is. */
export interface PlatformDeps extends Deps {
  readonly engines: Engines
}
