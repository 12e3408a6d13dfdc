import type { EngineCalls } from './calls.ts'

/** One of the configured engine servers. */
export interface EngineServer {
  readonly name: string
  isOpenTo(organization: string): boolean
  /** Calls on behalf of an organization; a remote engine sees the account of the settings. */
  as(organization: string): EngineCalls
  /** For health checks, which ask on nobody's behalf. */
  probe(): EngineCalls
  /** Whether an account of our own is asked for, beside the version. */
  readonly isLocal: boolean
}
