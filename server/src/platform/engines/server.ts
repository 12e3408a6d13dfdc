import type { Asker } from '../../domain/caller.ts'
import type { EngineCalls } from './calls.ts'

/** One of the configured engine servers. */
export interface EngineServer {
  readonly name: string
  isOpenTo(organization: string): boolean
  /** Calls on behalf of an organization; a remote engine sees the account of the settings. */
  as(organization: string): EngineCalls
  /** The same to run something; our own engine learns for whom, and starts it once for each key. */
  for(organization: string, asker: Asker, requestKey?: string): EngineCalls
  /** The engine of this very process. */
  readonly isOwn: boolean
  /** Whether it answers and knows us; never rejects. */
  status(): Promise<ServerStatus>
}

export interface ServerStatus {
  readonly name: string
  readonly version: string
  readonly status: 'OK' | 'AUTH_ERROR' | 'ERROR'
}
