import type { Deps } from '../deps.ts'
import type { Engines } from './engines/engines.ts'

/** What the modules of the platform are handed, in addition to what every module is. */
export interface PlatformDeps extends Deps {
  readonly engines: Engines
}
