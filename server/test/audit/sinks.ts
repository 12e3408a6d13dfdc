import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { type AuditEvent, audit } from '../../src/identity/audit/store.ts'
import { auditWork } from '../../src/identity/audit-stream/send.ts'
import { addCursors } from '../../src/identity/audit-stream/store.ts'
import { auditSinks, sinkId } from '../../src/settings/audit-sinks.ts'
import type { TestDatabases } from '../databases.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { makeOwnApp, type TestApp } from '../setup.ts'

export const actor = { login: 'ada', address: '192.0.2.1', requestId: 'r' }

export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-audit-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server with these sinks, as one that has just started. */
export async function makeSending(
  open: TestDatabases['open'],
  sinks: readonly Record<string, unknown>[],
): Promise<TestApp> {
  const app = await makeOwnApp(open, { environment: { ASSAY_AUDIT_SINKS: JSON.stringify(sinks) } })
  await addCursors(app.deps.db, auditSinks(app.deps.config).map(sinkId), app.clock.now())
  return app
}

/** Entries of these objects, each in a transaction. */
export async function happen(
  { deps, clock }: TestApp,
  ids: readonly string[],
  values: Partial<AuditEvent> = {},
): Promise<void> {
  for (const objectId of ids)
    await audit(deps.db, actor, clock.now(), {
      ...{ action: 'user.update', objectType: 'user', objectId, organization: 'alpha' },
      ...values,
    })
  if (deps.dialect.name === 'postgres') await untilOldest(deps.db)
}

/** Entries are sent when no transaction is open that began before them, and other tests share the cluster. */
async function untilOldest(db: TestApp['deps']['db']): Promise<void> {
  const read = async (bound: 'xmin' | 'xmax') => {
    const { rows } = await sql<{ tx: string }>`
      select ${sql.raw(`pg_snapshot_${bound}`)}(pg_current_snapshot())::text as tx`.execute(db)
    return BigInt(rows[0]?.tx ?? 0)
  }
  const written = await read('xmax')
  const isOldest = async () => expect(await read('xmin')).toBeGreaterThanOrEqual(written)
  await vi.waitFor(isOldest, { timeout: patienceMs })
}

/** One look of one process; answers what became of each sink that was due. */
export async function look(app: TestApp, signal = new AbortController().signal): Promise<string[]> {
  const work = auditWork(app.deps)
  const now = app.clock.now()
  const walk = { now, after: undefined, upTo: undefined, without: [], limit: 10 }
  const outcomes: string[] = []
  for (const organization of await work.organizations(walk)) {
    const room = { count: 10, now, hasRoom: () => true, held: () => 0 }
    for (const item of await work.claim(organization, room))
      outcomes.push(await work.run(item, signal))
  }
  return outcomes
}

export const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const idsOf = (messages: readonly Record<string, unknown>[]) =>
  messages.map(({ objectId }) => objectId)
