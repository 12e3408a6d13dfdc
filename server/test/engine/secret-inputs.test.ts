import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { forgetSecretInputs } from '../../src/engine/job-rows/secret-inputs.ts'
import { serviceKey } from '../../src/identity/service-account.ts'
import { browserOf } from '../api/browser.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { callAs, makeConnectorApp, rowsOf } from '../platform/connector.ts'
import { everyRow } from '../storage/every-row.ts'
import { responseStates } from './response-states.ts'
import { programs } from './setup.ts'

const secret = 'correct-horse-7731-battery'
const inputItems = [
  { name: 'login', type: 'string', required: true },
  { name: 'reset', type: 'string', secret: true, required: true, min: 8 },
]
const dataTypeList = ['other', 'thehive:case']
/** Writes down what it was given, and repeats it in its report. */
const keeping = (more: string) => `cat "$1/input/input.json" >> "$(dirname "$0")/given"
${more}`
const answering = `printf '{"success":true,"operations":[],"full":{"input":' > "$1/output/output.json"
cat "$1/input/input.json" >> "$1/output/output.json"
printf '}}' >> "$1/output/output.json"`
const responder = (name: string, script: string, more: object = {}) => ({
  ...{ name, type: 'responder' as const, dataTypeList, inputItems, script: keeping(script) },
  ...more,
})
const reset = responder('Reset', answering)
const failing = responder('Failing', 'cat "$1/input/input.json" >&2; exit 1')
/** Says its secret while it waits to be released. */
const telling = responder(
  'Telling',
  `reset=$(sed 's/.*"reset":"\\([^"]*\\)".*/\\1/' "$1/input/input.json")
printf '{"text":"resets to %s"}' "$reset" > "$1/output/progress.json"
${programs.waiting.script}`,
)
const undo = responder('Undo', answering, { inputItems: inputItems.slice(1) })
const plain = responder('Plain', answering, { inputItems: undefined })

async function make(open: TestDatabases['open']) {
  const app = await makeConnectorApp(open, [reset, failing, telling, undo, plain])
  const enabled = async (name: string) => (await app.enable('orgadmin', name)).id
  const ids = {
    Reset: await enabled('Reset'),
    Failing: await enabled('Failing'),
    Telling: await enabled('Telling'),
    Undo: await enabled('Undo'),
    Plain: await enabled('Plain'),
  }
  const client = app.as('analyze')
  const run = (name: keyof typeof ids = 'Reset', parameters: object = {}) =>
    client.runResponder(
      { id: ids[name] },
      {
        ...{ data: 'ada', dataType: 'other' },
        parameters: { login: 'ada', reset: secret, ...parameters },
      },
    )
  const post = async (login: string, path: string, payload: object = {}) => {
    const headers = await browserOf(app, login)
    const answer = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  const given = (name: keyof typeof ids) => {
    const file = join(app.catalogue.responders, name, 'given')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  const { responseOf, until } = responseStates(app)
  const sealed = () => app.deps.db.selectFrom('secret_inputs').selectAll().execute()
  return { app, ids, client, run, post, given, responseOf, until, sealed }
}

const always = { effect: 'change', approval: 'always' } as const

describe.each(databases)('$name: an input that is declared secret', ({ open }) => {
  it('reaches the program, and is in no answer, row, report or failure', async () => {
    const { app, client, run, given, sealed } = await make(open)
    const answers: unknown[] = []
    for (const name of ['Reset', 'Failing'] as const) {
      const job = await run(name)
      expect(job.parameters).toEqual({ login: 'ada', reset: 'REMOVED' })
      answers.push(job, await client.waitReport({ id: job.id }, { atMost: 'Inf' }))
      answers.push(await client.getJob({ id: job.id }), await client.getReport({ id: job.id }))
      expect(given(name)).toContain(`"reset":"${secret}"`)
    }

    answers.push(await client.listJobs(), await app.as('orgadmin').listAudit({ range: 'all' }))
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(await everyRow(app.deps.db)).not.toContain(secret)
    expect(app.logged()).not.toContain(secret)
    expect(await sealed()).toHaveLength(2)
    await forgetSecretInputs(app.deps.db, app.clock.now() + 3 * 60_000)
    expect(await sealed()).toEqual([])
  })

  it('is removed from what the program says of its progress', async () => {
    const { app, client, run } = await make(open)
    const job = await run('Telling')
    const running = await vi.waitFor(
      async () => {
        const found = await client.getJob({ id: job.id })
        expect(found.progress).toBeDefined()
        return found
      },
      { timeout: patienceMs },
    )
    expect(running.progress?.text).toBe('resets to REMOVED')
    expect(await everyRow(app.deps.db)).not.toContain(secret)
    writeFileSync(join(app.catalogue.responders, 'Telling', 'go'), '')
    await client.waitReport({ id: job.id }, { atMost: 'Inf' })
  })

  it('is part of what is approved, and of what undoes it', async () => {
    const { app, ids, client, run, post, given, responseOf, until, sealed } = await make(open)
    const inverse = { responder: ids.Undo, parameters: {} }
    await app.as('orgadmin').setResponderPolicy({ id: ids.Reset }, { ...always, inverse })
    const job = await run()
    const asked = await responseOf(job.id)
    expect(asked.parameters).toEqual({ login: 'ada', reset: 'REMOVED' })
    expect(await everyRow(app.deps.db)).not.toContain(secret)

    expect(await post('ada', `response/${asked.id}/approve`)).toMatchObject({ status: 200 })
    await until(job.id, { state: 'done' })
    expect(given('Reset')).toContain(secret)
    await forgetSecretInputs(app.deps.db, app.clock.now() + 3 * 60_000)
    expect(await sealed()).toHaveLength(1)

    await client.undoResponse({ id: asked.id }, {})
    await until(job.id, { state: 'undone' })
    expect(given('Undo')).toContain(`"reset":"${secret}"`)
    expect(await everyRow(app.deps.db)).not.toContain(secret)
    await forgetSecretInputs(app.deps.db, app.clock.now() + 3 * 60_000)
    expect(await sealed()).toEqual([])
  })

  it('voids an approval when it is changed, copied from another run, or gone', async () => {
    const { app, ids, run, post, given, responseOf } = await make(open)
    await app.as('orgadmin').setResponderPolicy({ id: ids.Reset }, always)
    const { db } = app.deps
    const sealedOf = (jobId: string) =>
      db
        .selectFrom('secret_inputs')
        .selectAll()
        .where('job_id', '=', jobId)
        .executeTakeFirstOrThrow()
    const jobs = await Promise.all([run(), run(), run()])
    const [changed, copied, gone] = jobs.map(({ id }) => id) as [string, string, string]
    const context = `secret_inputs.values:alpha/${changed}` as const
    const other = app.deps.secrets.seal(context, JSON.stringify({ reset: 'something else' }))
    const set = (id: string, values_sealed: string) =>
      db.updateTable('secret_inputs').set({ values_sealed }).where('job_id', '=', id).execute()
    const ofFirst = await sealedOf(changed)
    await set(changed, other)
    await set(copied, ofFirst.values_sealed)
    await db.deleteFrom('secret_inputs').where('job_id', '=', gone).execute()

    for (const id of [changed, copied, gone]) {
      const { id: response } = await responseOf(id)
      const answer = await post('ada', `response/${response}/approve`)
      expect(answer).toMatchObject({ status: 409 })
      expect(answer.message).toContain('parameters changed after this response was requested')
    }
    expect(given('Reset')).toBe('')
  })
})

describe.each(oneDatabase)('$name: an input that is declared secret', ({ open }) => {
  it('is not in the row of an action, nor in what the page reads of it', async () => {
    const { app, ids, given } = await make(open)
    const { id: objectId } = await rowsOf(app).case()
    const call = callAs(app)
    const started = await call('POST', '/api/connector/cortex/action', {
      ...{ objectType: 'case', objectId, responderId: ids.Reset },
      parameters: { login: 'ada', reset: secret },
    })
    expect(started).toMatchObject({ status: 200 })
    const row = await app.ended(started.body._id)

    expect(JSON.parse(row.parameters)).toMatchObject({ login: 'ada', reset: 'REMOVED' })
    expect(given('Reset')).toContain(secret)
    expect(JSON.stringify(await call('GET', `/api/connector/cortex/action/case/${objectId}`)))
      .not //
      .toContain(secret)
    expect(await everyRow(app.deps.db)).not.toContain(secret)
  })

  it('is compared by a keyed hash when the same key is sent again', async () => {
    const { app, ids } = await make(open)
    const send = async (reset: string) => {
      const answer = await app.inject({
        as: 'analyze',
        method: 'POST',
        url: `/api/responder/${ids.Reset}/run`,
        headers: { 'idempotency-key': 'once' },
        payload: { data: 'ada', dataType: 'other', parameters: { login: 'ada', reset } },
      })
      return answer.json()
    }
    const first = await send(secret)
    expect((await send(secret)).id).toBe(first.id)
    expect((await send('another password')).message).toContain('already used with other content')
    const { content_hash } = await app.deps.db
      .selectFrom('job_requests')
      .select('content_hash')
      .executeTakeFirstOrThrow()
    expect(content_hash).not.toMatch(/^[0-9a-f]{64}$/)
  })

  it('is refused where it would be shown: in a policy, from a rule, or as what stood for it', async () => {
    const { app, ids, run } = await make(open)
    const set = (more: object) =>
      refusalOf(app.as('orgadmin').setResponderPolicy({ id: ids.Reset }, { ...always, ...more }))
    const inverse = { responder: ids.Undo, parameters: { reset: secret } }
    expect((await set({ inverse })).message).toContain(
      'inverse.parameters: reset is a secret input',
    )
    const dryRun = { parameter: 'reset', value: secret }
    expect((await set({ dryRun })).message).toContain('dryRun.parameter: reset is a secret input')
    expect((await refusalOf(run('Reset', { reset: 'REMOVED' }))).message).toContain(
      'parameters.reset must be entered again',
    )
    const short = await refusalOf(run('Reset', { reset: 'x7x7x' }))
    expect(short.message).toBe('parameters.reset must be at least 8 characters')
    const asker = { login: 'alan', kind: 'rule', cause: 'run-1' } as const
    const key = serviceKey(app.deps.secrets, 'platform', 'alpha', app.clock.now(), asker)
    const answer = await app.inject({
      method: 'POST',
      url: `/api/responder/${ids.Reset}/run`,
      headers: { authorization: `Bearer ${key}` },
      payload: { data: 'a', dataType: 'other', parameters: { login: 'ada', reset: secret } },
    })
    expect(answer.json().message).toContain('A rule cannot send secret inputs')
    expect(await everyRow(app.deps.db)).not.toContain(secret)
  })

  it('goes to no responder that does not declare it, not even to the one that undoes', async () => {
    const { app, ids, client, run, given, until } = await make(open)
    const inverse = { responder: ids.Plain, parameters: { mode: 'undo' } }
    await app.as('orgadmin').setResponderPolicy({ id: ids.Reset }, { effect: 'change', inverse })
    const job = await run()
    const { id } = await until(job.id, { state: 'done' })
    await client.undoResponse({ id }, {})
    await until(job.id, { state: 'undone' })

    expect(given('Plain')).toContain('"login":"ada"')
    expect(given('Plain')).not.toContain('"reset"')
  })

  it('that is no longer stored starts nothing', async () => {
    const { app, client, ids, run, post, given, responseOf } = await make(open)
    const { db } = app.deps
    await app.as('orgadmin').setResponderPolicy({ id: ids.Reset }, always)
    const job = await run()
    const { id } = await responseOf(job.id)
    // Held until now, and by then free: what was asked for is not compared.
    await db.updateTable('guarded_responses').set({ needs_approval: 0 }).execute()
    await app.as('orgadmin').setResponderPolicy({ id: ids.Reset }, { ...always, approval: 'never' })
    await db.deleteFrom('secret_inputs').execute()
    expect(await post('ada', `response/${id}/approve`)).toMatchObject({ status: 200 })
    const ended = await client.waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(ended).toMatchObject({ status: 'Failure' })
    expect(ended.errorMessage).toContain('secret inputs of this run are no longer stored')
    expect(given('Reset')).toBe('')
  })

  it('of a run that is refused is not kept', async () => {
    const { app, ids, run, sealed } = await make(open)
    await app.as('orgadmin').setResponderPolicy({ id: ids.Reset }, { ...always, perHour: 1 })
    await run()
    expect((await refusalOf(run())).status).toBe(429)
    expect(await sealed()).toHaveLength(1)
  })
})
