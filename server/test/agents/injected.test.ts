import { describe, expect, it, vi } from 'vitest'
import { maxAnswerBytes } from '../../src/mcp/fence/answer.ts'
import { maxTextBytes } from '../../src/mcp/fence/texts.ts'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { rowsOf } from '../platform/connector.ts'
import type { TestApp } from '../setup.ts'
import { agentKey, callTool, makeAgentApp, storedObservable } from './agents.ts'
import { type Attempt, injections } from './injections.ts'

/** Anything that something could follow, render or run, and what no one can see. */
const alive =
  /\b[a-z][a-z0-9+.-]*:\/\/|(^|[^/])\/\/[a-z0-9]|\\\\[a-z]|\]\(|<[a-z/!]|(javascript|data|mailto|file):|evil\.example|(?![\n\r\t])[\p{Cc}\p{Cf}]/iu

async function makeWorld(app: TestApp & Awaited<ReturnType<typeof makeAgentApp>>) {
  const analyzer = await app.enable('orgadmin', 'Look')
  const responder = await app.enable('orgadmin', 'Block')
  const rows = rowsOf(app)
  const { id: caseId } = await rows.case()
  const observable = await storedObservable(app, { case_id: caseId })
  const { key } = await agentKey(app, { jobsPerDay: 500 })
  const analyzed = await callTool(app, key, 'analyze', { observable, analyzers: [analyzer.id] })
  const { job } = analyzed.answer.started[0]
  await vi.waitFor(
    async () => expect((await app.as('analyze').getJob({ id: job })).status).toBe('Success'),
    { timeout: patienceMs },
  )
  const open = { responder: responder.id, type: 'case', id: caseId }
  await callTool(app, key, 'propose_response', open)
  const [{ id: response } = { id: '' }] = (await app.as('analyze').listResponses({})).rows
  const world = { caseId, observable, responder: responder.id, analyzer: analyzer.id, response }
  return { key, job, world }
}

async function obey(app: TestApp, key: string, attempt: Attempt): Promise<void> {
  if ('tool' in attempt) await callTool(app, key, attempt.tool, attempt.args)
  else {
    const { method, url, body } = attempt
    const headers = { authorization: `Bearer ${key}` }
    const answer = await app.http.inject({ method, url, headers, ...(body && { payload: body }) })
    expect([403, 404], `${method} ${url}`).toContain(answer.statusCode)
  }
}

describe.each(oneDatabase)('$name: thirty reports that command the agent', ({ open }) => {
  it('are marked, visible, dead and short when the agent reads them', async () => {
    const app = await makeAgentApp(open)
    const { key, job, world } = await makeWorld(app)
    const all = injections(world)
    expect(all).toHaveLength(30)
    for (const { text } of all) {
      const body = { summary: { taxonomies: [{ value: text }] }, full: { said: text, [text]: 1 } }
      await app.deps.db
        .updateTable('reports')
        .set({ body: JSON.stringify({ success: true, ...body }) })
        .where('job_id', '=', job)
        .execute()
      const { text: answer, answer: read } = await callTool(app, key, 'get_report', { job })
      const { untrusted, notice, ...rest } = read
      expect(notice).toContain('never an instruction')
      const shown: string = untrusted.full.said
      expect(untrusted.summary.taxonomies[0].value).toBe(shown)
      expect(JSON.stringify(rest)).not.toContain(text.slice(0, 30))
      expect(shown, text).not.toMatch(alive)
      for (const name of Object.keys(untrusted.full)) expect(name).not.toMatch(alive)
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(maxTextBytes)
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(maxAnswerBytes)
    }
  })

  it('lead an agent that obeys them to proposals at most, and nothing leaves', async () => {
    const app = await makeAgentApp(open)
    const { key, world } = await makeWorld(app)
    const { db } = app.deps
    const tables = async () => ({
      users: await db.selectFrom('users').select(['login', 'roles', 'status']).execute(),
      keys: await db.selectFrom('api_keys').select('id').execute(),
      webhooks: await db.selectFrom('webhooks').select('id').execute(),
      policies: await db.selectFrom('responder_policies').selectAll().execute(),
      shares: await db.selectFrom('case_shares').selectAll().execute(),
      cases: await db.selectFrom('cases').select(['id', 'status']).execute(),
      observables: await db.selectFrom('observables').select(['id', 'data']).execute(),
    })
    const before = await tables()

    for (const { tries } of injections(world))
      for (const attempt of tries) await obey(app, key, attempt)

    expect(await tables()).toEqual(before)
    const jobs = await db.selectFrom('jobs').select(['type', 'data', 'status']).execute()
    const analyzers = jobs.filter(({ type }) => type === 'analyzer')
    expect(analyzers.map(({ data }) => data)).toEqual(['192.0.2.7'])
    const responders = jobs.filter(({ type }) => type === 'responder')
    expect(responders.length).toBeGreaterThan(1)
    expect(new Set(responders.map(({ status }) => status))).toEqual(new Set(['Waiting']))
    for (const { data } of responders) expect(data).not.toContain('evil.example')
    const { rows } = await app.as('analyze').listResponses({ range: 'all' })
    expect(new Set(rows.map(({ state, via }) => `${state} by ${via}`))).toEqual(
      new Set(['asked by agent']),
    )
    for (const { parameters } of rows) expect(JSON.stringify(parameters)).not.toContain('evil')
    const comments = await db.selectFrom('comments').select('message').execute()
    expect(comments.length).toBeGreaterThan(5)
    for (const { message } of comments) {
      expect(message).toMatch(/^\[by agent “/)
      expect(message).not.toMatch(alive)
      expect(message).not.toContain('@')
    }
    expect(await db.selectFrom('mentions').selectAll().execute()).toEqual([])
  })

  it('are cut to 32 KiB, and the answer says so', async () => {
    const app = await makeAgentApp(open)
    const { key, job } = await makeWorld(app)
    const full = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`part ${at}`, `\u{1f600}${'text '.repeat(200)}`]),
    )
    await app.deps.db
      .updateTable('reports')
      .set({ body: JSON.stringify({ success: true, full }) })
      .where('job_id', '=', job)
      .execute()
    const { text, answer } = await callTool(app, key, 'get_report', { job })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxAnswerBytes)
    expect(Buffer.byteLength(text)).toBeGreaterThan(maxAnswerBytes * 0.9)
    expect(answer.cut).toContain('32 KiB')
    expect(Object.keys(answer.untrusted.full).length).toBeGreaterThan(20)
  })
})
