import { openRemote } from '../../src/commands/import/remote.ts'
import { startReport } from '../../src/commands/import/report.ts'
import type { ImportOptions } from '../../src/commands/import/request.ts'
import { importState } from '../../src/commands/import/state.ts'
import type { TestApp } from '../setup.ts'

// The other server of `assay import` belongs to an attacker who wants to get in here.

const wanted: ImportOptions = {
  keys: ['k'],
  organizations: [],
  since: undefined,
  dryRun: false,
  apiKeys: false,
  superadmins: false,
  refresh: false,
  into: undefined,
}

export const remoteAt = (url: string) =>
  openRemote({ url, pausesMs: [], maxRate: 1e6, fileBytes: 10_000 })

export function contextOf({ deps, clock }: TestApp, url: string, options: Partial<ImportOptions>) {
  const { db, dialect, blobs, secrets } = deps
  const head = { from: 'x', url, version: '1', dryRun: false }
  return {
    ...startReport(head),
    options: { ...wanted, ...options },
    remote: remoteAt(url),
    database: { db, dialect },
    blobs,
    secrets,
    state: importState(db, 'hostile', clock.now),
    now: clock.now,
    onProgress: () => undefined,
  }
}
