import { describe, expect, it, vi } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { rowsOf } from '../platform/connector.ts'
import { agentKey, callTool, makeAgentApp, send, storedObservable } from './agents.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe.each(oneDatabase)('$name: the tools of agents', ({ open }) => {
  it('are six that read, and three more with the scope agent', async () => {
    const app = await makeAgentApp(open)
    const namesFor = async (scope: 'agent' | 'agent-read') => {
      const { key } = await agentKey(app, { scope })
      const { result } = (await send(app, key, list)).json()
      return result.tools.map(({ name }: { name: string }) => name)
    }

    const reading = await namesFor('agent-read')
    expect(reading).toEqual([
      ...['search', 'get_value', 'get_case', 'get_alert', 'get_report', 'list_analyzers'],
    ])
    const acting = ['analyze', 'add_comment', 'propose_response']
    expect(await namesFor('agent')).toEqual([...reading, ...acting])
    const { key } = await agentKey(app, { scope: 'agent-read' })
    for (const name of acting)
      expect(await callTool(app, key, name)).toMatchObject({
        isError: true,
        text: expect.stringContaining('Unknown tool'),
      })
  })

  it('find, read, analyze and comment on what the user sees', async () => {
    const app = await makeAgentApp(open)
    const look = await app.enable('orgadmin', 'Look')
    const rows = rowsOf(app)
    const case_ = await rows.case()
    const observable = await storedObservable(app, { case_id: case_.id })
    const { key, name } = await agentKey(app)

    const found = await callTool(app, key, 'search', { text: '192.0.2[.]7' })
    expect(found.answer.observables).toMatchObject({ total: 1, found: [{ id: observable }] })
    const byTitle = await callTool(app, key, 'search', { text: 'a CASE', kinds: ['cases'] })
    expect(byTitle.answer.cases.found).toMatchObject([{ id: case_.id, number: case_.number }])
    const byNumber = await callTool(app, key, 'search', { text: `#${case_.number}` })
    expect(byNumber.answer.cases.found).toMatchObject([{ id: case_.id }])

    const analyzers = await callTool(app, key, 'list_analyzers')
    expect(analyzers.answer).toMatchObject({
      jobsLeftToday: 50,
      analyzers: [{ id: look.id, name: 'Look', network: true }],
      responders: [],
    })
    const started = await callTool(app, key, 'analyze', { observable, analyzers: ['Look'] })
    const [{ job }] = started.answer.started
    await vi.waitFor(
      async () =>
        expect((await callTool(app, key, 'get_report', { job })).answer).toMatchObject({
          status: 'Success',
          untrusted: { full: { seen: true } },
        }),
      { timeout: patienceMs },
    )
    const row = await app.deps.db
      .selectFrom('jobs')
      .select(['asked_kind', 'asked_by', 'cause', 'priority'])
      .where('id', '=', job)
      .executeTakeFirstOrThrow()
    const { id: cause } = (await app.as('analyze').listApiKeys({ login: 'alan' }))[0] ?? {}
    expect(row).toEqual({ asked_kind: 'agent', asked_by: 'alan', cause, priority: -1 })

    const value = await callTool(app, key, 'get_value', { id: observable })
    expect(value.answer).toMatchObject({
      id: observable,
      untrusted: { data: '192[.]0[.]2[.]7' },
      answers: [{ analyzer: 'Look', job }],
      seenIn: { cases: 1, alerts: 0 },
      jobs: { total: 1 },
    })
    expect((await callTool(app, key, 'get_value', { data: '192.0.2.7' })).answer.id).toBe(
      observable,
    )

    const text = 'Looks bad. See https://evil.example/?q=1 @ada'
    const commented = await callTool(app, key, 'add_comment', { type: 'case', id: case_.id, text })
    expect(commented.isError, commented.text).toBe(false)
    const comment = await app.as('analyze').getComment({ id: commented.answer.comment })
    expect(comment.message).toMatch(`[by agent “${name}”]`)
    expect(comment.message).not.toMatch(/https?:\/\/|@ada/)
    const read = await callTool(app, key, 'get_case', { id: String(case_.number) })
    expect(read.answer).toMatchObject({
      case: { id: case_.id },
      observables: { total: 1, newest: [{ id: observable }] },
      comments: [{ untrusted: { by: 'alan' } }],
    })
    const alert = await rows.alert()
    expect((await callTool(app, key, 'get_alert', { id: alert.id })).answer).toMatchObject({
      alert: { id: alert.id, untrusted: { title: 'An alert' } },
    })
  })

  it('say what is wrong with arguments, and of an unknown id only that there is nothing', async () => {
    const app = await makeAgentApp(open)
    const { key } = await agentKey(app)
    const refused = [
      await callTool(app, key, 'search', {}),
      await callTool(app, key, 'get_case', { id: 'x', more: 1 }),
      await callTool(app, key, 'get_value', {}),
      await callTool(app, key, 'get_case', { id: '~1' }),
      await callTool(app, key, 'get_report', { job: 'none' }),
      await callTool(app, key, 'analyze', { observable: '~1', analyzers: ['Look'] }),
    ]
    expect(refused.map(({ isError }) => isError)).toEqual(refused.map(() => true))
    expect(refused.map(({ text }) => text)).toMatchObject([
      expect.stringContaining('Invalid arguments of search'),
      expect.stringContaining('Invalid arguments of get_case'),
      'Send id or data',
      'Case ~1 not found',
      'Job none not found',
      'Observable ~1 not found',
    ])
  })

  it('do no more than their user may', async () => {
    const app = await makeAgentApp(open)
    await app.enable('orgadmin', 'Look')
    const case_ = await rowsOf(app).case()
    const observable = await storedObservable(app, { case_id: case_.id })
    const { key } = await agentKey(app, {}, 'read')

    expect((await callTool(app, key, 'get_case', { id: case_.id })).isError).toBe(false)
    const args = { type: 'case', id: case_.id, text: 'hello' }
    for (const refused of [
      await callTool(app, key, 'add_comment', args),
      await callTool(app, key, 'analyze', { observable, analyzers: ['Look'] }),
    ])
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('rights') })
    expect(await app.deps.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })
})
