import type { GuardedResponse } from '@assay/contract'
import { expect, vi } from 'vitest'
import { noteUndone } from '../../src/engine/responses/undo.ts'
import { patienceMs } from '../patience.ts'
import type { EngineApp } from './setup.ts'

/** The response to a job as an analyst sees it, now or once it is as wanted. */
export function responseStates(app: EngineApp) {
  const client = app.as('analyze')
  const responseOf = async (jobId: string) =>
    (await client.listResponses({ jobId })).rows[0] as GuardedResponse
  const until = (jobId: string, wanted: Partial<GuardedResponse>) =>
    vi.waitFor(
      async () => {
        await noteUndone(app.deps)
        const response = await responseOf(jobId)
        expect(response).toMatchObject(wanted)
        return response
      },
      { timeout: patienceMs },
    )
  return { responseOf, until }
}
