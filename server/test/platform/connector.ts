import { onTestFinished, vi } from 'vitest'
import { startPlatform } from '../../src/platform/platform.ts'
import type { ActionRow } from '../../src/platform/rows.ts'
import type { TestDatabases } from '../databases.ts'
import { type EngineApp, type FixtureProgram, makeEngineApp, programs } from '../engine/setup.ts'
import type { Options, Person, TestApp } from '../setup.ts'

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
  /** Waits until an action has ended; the clock runs on meanwhile. */
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
    { timeout: 20_000, interval: 50 },
  )
}

const created = (now: number, login = 'alan') => ({
  created_at: now,
  created_by: login,
  updated_at: null,
  updated_by: null,
})

let number = 1_000

const marked = {
  description: 'What happened',
  severity: 2,
  flag: 0,
  tlp: 2,
  pap: 2,
  tags: '["old"]',
  custom_fields: '{}',
}

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
      await db
        .insertInto('cases')
        .values({
          id,
          organization,
          number,
          title: 'A case',
          status: 'Open',
          start_date: clock.now(),
          end_date: null,
          summary: null,
          resolution_status: null,
          impact_status: null,
          assignee: null,
          ...marked,
          ...more,
          ...created(clock.now()),
        })
        .execute()
      return { id, number }
    },
    async alert(organization = 'alpha', more: { tlp?: number; pap?: number } = {}) {
      const id = newId()
      await db
        .insertInto('alerts')
        .values({
          id,
          organization,
          type: 'siem',
          source: 'tests',
          source_ref: id,
          external_link: null,
          title: 'An alert',
          date: clock.now(),
          last_sync_date: clock.now(),
          read: 0,
          follow: 1,
          case_template: null,
          case_id: null,
          import_date: null,
          ...marked,
          ...more,
          ...created(clock.now()),
        })
        .execute()
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
      await db
        .insertInto('observables')
        .values({
          id,
          organization: 'alpha',
          case_id: null,
          alert_id: null,
          data_type: 'ip',
          data: '192.0.2.7',
          value_hash: id,
          tlp: 1,
          ioc: 0,
          sighted: 0,
          ignore_similarity: null,
          message: null,
          tags: '[]',
          reports: '{}',
          attachment_id: null,
          attachment_name: null,
          attachment_type: null,
          attachment_size: null,
          attachment_sha1: null,
          attachment_md5: null,
          ...created(clock.now()),
          ...owner,
          ...more,
        })
        .execute()
      return id
    },
    async task(case_id: string, organization = 'alpha') {
      const id = newId()
      await db
        .insertInto('tasks')
        .values({
          id,
          organization,
          case_id,
          title: 'A task',
          task_group: 'default',
          description: null,
          assignee: null,
          status: 'Waiting',
          flag: 0,
          start_date: null,
          end_date: null,
          due_date: null,
          position: 0,
          ...created(clock.now()),
        })
        .execute()
      return id
    },
    async log(task_id: string, case_id: string) {
      const id = newId()
      await db
        .insertInto('task_logs')
        .values({
          id,
          organization: 'alpha',
          task_id,
          case_id,
          message: 'Looked at it',
          attachment_id: null,
          attachment_name: null,
          attachment_type: null,
          attachment_size: null,
          attachment_sha1: null,
          attachment_md5: null,
          ...created(clock.now()),
        })
        .execute()
      return id
    },
  }
}

/** One call as somebody; the answer whatever it is. */
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

/** Everything told on the stream of an organization. */
export function toldTo(app: TestApp, organization: string) {
  const told: unknown[] = []
  onTestFinished(app.deps.bus.on(organization, (event) => void told.push(event)))
  return told
}
