import { onTestFinished, vi } from 'vitest'
import { startPlatform } from '../../src/platform/platform.ts'
import type { ActionRow } from '../../src/platform/rows.ts'
import type { TestDatabases } from '../databases.ts'
import { type EngineApp, type FixtureProgram, makeEngineApp, programs } from '../engine/setup.ts'
import { patienceMs } from '../patience.ts'
import type { Options, Person, TestApp } from '../setup.ts'
import { insertRows, row } from './rows.ts'

/** A responder that ends with these operations. */
export const operating = (name: string, operations: unknown, more: Partial<FixtureProgram> = {}) =>
  ({
    name,
    type: 'responder',
    dataTypeList: [
      'thehive:case',
      'thehive:case_task',
      'thehive:case_task_log',
      'thehive:case_artifact',
      'thehive:Alert',
    ],
    script: `cat > "$1/output/output.json" <<'END'
${JSON.stringify({ success: true, full: { message: 'done' }, operations })}
END`,
    ...more,
  }) satisfies FixtureProgram

/** A responder that answers its own input. */
export const asking = { ...operating('Ask', []), script: programs.echo.script }

export interface ConnectorApp extends EngineApp {
  url: string
  /** Waits until an action has ended, moving the clock forward. */
  ended(id: string): Promise<ActionRow>
}

/** Engine and platform in one process that really listens: the platform calls it over HTTP. */
export async function makeConnectorApp(
  open: TestDatabases['open'],
  fixtures: readonly FixtureProgram[],
  options: Options = {},
): Promise<ConnectorApp> {
  const app = await makeEngineApp(open, fixtures, { startPlatform, ...options })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  return { ...app, url, ended: (id) => endedAction(app, id) }
}

export async function endedAction(app: TestApp, id: string): Promise<ActionRow> {
  return await vi.waitFor(
    async () => {
      app.clock.advance(250)
      const row = await app.deps.db
        .selectFrom('actions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (row.next_poll_at !== null) throw new Error(`${row.status}: not ended`)
      return row
    },
    { timeout: patienceMs, interval: 50 },
  )
}

let number = 1_000

/** Rows as the platform stores them, made without its routes. */
export function rowsOf({ deps: { db, clock } }: TestApp) {
  const newId = () => {
    number += 1
    return `~${clock.now()}${number}`
  }
  return {
    async case(organization = 'alpha', more: { tlp?: number; pap?: number } = {}) {
      const id = newId()
      number += 1
      const values = { title: 'A case', tags: '["old"]', organization, number, ...more }
      await insertRows(db, { cases: [row.case(id, { ...values, created_at: clock.now() })] })
      return { id, number }
    },
    async alert(organization = 'alpha', more: { tlp?: number; pap?: number } = {}) {
      const id = newId()
      const from = { type: 'siem', source: 'tests', date: clock.now(), created_at: clock.now() }
      const values = { title: 'An alert', tags: '["old"]', organization, ...from, ...more }
      await insertRows(db, { alerts: [row.alert(id, values)] })
      return { id, name: `siem;tests;${id}` }
    },
    async observable(
      owner: { case_id?: string; alert_id?: string },
      more: {
        organization?: string
        data_type?: string
        data?: string | null
        tlp?: number
        attachment_id?: string
        attachment_name?: string
        attachment_size?: number
      } = {},
    ) {
      const id = newId()
      const values = { data_type: 'ip', value_hash: id, tlp: 1, created_at: clock.now() }
      await insertRows(db, {
        observables: [row.observable(id, '192.0.2.7', { ...values, ...owner, ...more })],
      })
      return id
    },
    async task(case_id: string, organization = 'alpha') {
      const id = newId()
      const values = { organization, created_at: clock.now() }
      await insertRows(db, { tasks: [row.task(id, case_id, values)] })
      return id
    },
    async log(task_id: string, case_id: string) {
      const id = newId()
      const values = { message: 'Looked at it', created_at: clock.now() }
      await insertRows(db, { task_logs: [row.log(id, task_id, case_id, values)] })
      return id
    },
  }
}

/** One call as this user; the answer whatever it is. */
export const callAs =
  (app: TestApp, person: Person | 'nobody' = 'analyze') =>
  async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await app.inject({
      ...(person === 'nobody' ? {} : { as: person }),
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: whatever the server says is what is looked at
    return { status: response.statusCode, body: response.json() as any }
  }

/** Everything sent on the stream of an organization. */
export function eventsOf(app: TestApp, organization: string) {
  const told: unknown[] = []
  onTestFinished(app.deps.bus.on(organization, (event) => void told.push(event)))
  return told
}
