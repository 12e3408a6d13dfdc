import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { sharedByTests } from '../lifetime.ts'
import { atTheEnd, places, startTarget, type Target } from './target.ts'
import { enabled, foundIn, givenTwoOrganizations, until } from './work.ts'

const canary = 'words-of-the-database-9c1e'

/**
 * Makes every write of an end to this table fail, as a broken constraint would; returns how to stop it.
 */
async function breakTable(target: Target, table: string, event: 'insert' | 'update') {
  const url = target.environment.ASSAY_DATABASE_URL
  if (url === undefined) {
    const db = new DatabaseSync(join(target.data, 'assay.sqlite'))
    db.exec('pragma busy_timeout = 60000')
    const when = event === 'update' ? "when new.status in ('Success', 'Failure')" : ''
    db.exec(
      `create trigger broken before ${event} on ${table} ${when} begin select raise(abort, '${canary}'); end`,
    )
    return async () => {
      db.exec('drop trigger broken')
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const when = event === 'update' ? "when (new.status in ('Success', 'Failure'))" : ''
  await client.query(
    `create function broken() returns trigger language plpgsql as $$ begin raise exception '${canary}'; end $$`,
  )
  await client.query(
    `create trigger broken before ${event} on ${table} for each row ${when} execute function broken()`,
  )
  return async () => {
    await client.query(`drop trigger broken on ${table}`)
    await client.query('drop function broken')
    await client.end()
  }
}

const ofDatabase = [canary, 'SQLITE', 'constraint', 'violates', 'PostgresError', 'unreachable']

describe.each(places)('words of the database, on $database', (place) => {
  const cleanup = atTheEnd()
  const shared = sharedByTests(async () => {
    const target = await startTarget({ place, cleanup })
    await givenTwoOrganizations(target)
    return { target, analyzer: await enabled(target, 'ada', 'Assay_Text_1_0') }
  })
  /** Its output since now. */
  const listen = (target: Target) => {
    const before = target.shown().length
    return () => target.shown().slice(before)
  }

  it('a report that cannot be stored fails in our own words; the log has the rest', async () => {
    const { target, analyzer: id } = await shared()
    const said = listen(target)
    const repair = await breakTable(target, 'reports', 'insert')
    const sent = { as: 'alan', json: { dataType: 'other', data: 'see example.org', tlp: 0 } }
    const { json: job } = await target.must(200, 'POST', `/api/analyzer/${id}/run`, sent)

    const read = () => target.must(200, 'GET', `/api/job/${job.id}`, { as: 'alan' })
    const ended = await until('the job ends', read, ({ json }) =>
      /Success|Failure/.test(json.status),
    )
    await repair()

    expect(ended.json.status).toBe('Failure')
    expect(foundIn(ended.text, ofDatabase)).toEqual([])
    expect(ended.json.errorMessage.length).toBeGreaterThan(10)
    // The log comes through a pipe.
    await until(
      'the log has it',
      async () => said(),
      (text) => text.includes(canary),
    )
    expect(said()).toContain(job.id)
  })

  it.each([
    { table: 'actions', path: 'action' },
    { table: 'observable_jobs', path: 'job' },
  ])(
    'an end of $table that cannot be stored is not called a fault of the engine',
    async ({ table, path }) => {
      const { target, analyzer } = await shared()
      const said = listen(target)
      const text = { as: 'alan', json: { title: 't', description: 'd' } }
      const { json: made } = await target.must(201, 'POST', '/api/case', text)
      const observable = { dataType: 'other', data: 'example.org', tlp: 0 }
      const added = await target.must(201, 'POST', `/api/case/${made.id}/artifact`, {
        as: 'alan',
        json: observable,
      })
      const artifactId = [added.json].flat()[0].id
      const isAction = path === 'action'
      const worker = isAction
        ? await enabled(target, 'ada', 'Assay_Tag_1_0', { tags: ['tagged'] }, { type: 'responder' })
        : analyzer
      const repair = await breakTable(target, table, 'update')
      const input = isAction
        ? { responderId: worker, objectType: 'case', objectId: made.id, cortexId: 'local' }
        : { analyzerId: worker, artifactId, cortexId: 'local' }
      const start = () =>
        target.call('POST', `/api/connector/cortex/${path}`, { as: 'alan', json: input })
      const begun = await until('it is started', start, ({ status }) => status < 300)
      const look = () =>
        target.must(200, 'POST', `/api/connector/cortex/${path}/_search`, {
          as: 'alan',
          json: { query: {} },
        })
      // Long enough for several tries.
      await until(
        'it was tried',
        async () => said(),
        (text) => text.split(canary).length > 3,
      )
      const meanwhile = await look()
      await repair()
      const ended = await until('it ends', look, ({ json }) =>
        /Success|Failure/.test(json[0]?.status),
      )

      expect(foundIn(begun.text + meanwhile.text + ended.text, ofDatabase)).toEqual([])
      // Nothing that was acknowledged is lost: the end is stored when the database accepts it
      // again.
      expect(ended.json[0].status).toBe('Success')
    },
  )
})
