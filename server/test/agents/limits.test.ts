import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { rowsOf } from '../platform/connector.ts'
import {
  agentKey,
  block,
  callTool,
  makeAgentApp,
  reporting,
  send,
  storedObservable,
} from './agents.ts'

const dayMs = 86_400_000

describe.each(oneDatabase)('$name: the limits of an agent’s key', ({ open }) => {
  it('are so many jobs a day, also of calls at the same moment', async () => {
    const app = await makeAgentApp(open)
    await app.enable('orgadmin', 'Look')
    await app.enable('orgadmin', 'Block')
    const rows = rowsOf(app)
    const { id } = await rows.case()
    const observables = await Promise.all(
      [1, 2, 3, 4, 5].map((last) =>
        storedObservable(app, { case_id: id }, { data: `192.0.2.${last}` }),
      ),
    )
    const { key } = await agentKey(app, { jobsPerDay: 3 })
    const run = (observable: string) =>
      callTool(app, key, 'analyze', { observable, analyzers: ['Look'] })

    const answers = await Promise.all(observables.map(run))
    const refused = answers.filter(({ isError }) => isError)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.text).toContain('may start 3 jobs a day, and 0 are left')
    const propose = { responder: 'Block', type: 'observable', id: observables[0] }
    expect(await callTool(app, key, 'propose_response', propose)).toMatchObject({ isError: true })
    expect((await callTool(app, key, 'list_analyzers')).answer).toMatchObject({
      jobsLeftToday: 0,
      jobsPerDay: 3,
    })
    expect((await app.as('analyze').listJobs({ range: 'all' })).total).toBe(3)
    app.clock.advance(dayMs)
    expect((await callTool(app, key, 'list_analyzers')).answer.jobsLeftToday).toBe(3)
    expect((await run(observables[0] ?? '')).isError).toBe(false)
  })

  it('do not count what was refused', async () => {
    const narrow = reporting('Names', {}, { dataTypeList: ['domain'] })
    const app = await makeAgentApp(open, [narrow])
    await app.enable('orgadmin', 'Names')
    const rows = rowsOf(app)
    const observable = await storedObservable(app, { case_id: (await rows.case()).id })
    const { key } = await agentKey(app, { jobsPerDay: 1 })

    const answer = await callTool(app, key, 'analyze', { observable, analyzers: ['Names'] })
    expect(answer.answer).toMatchObject({
      started: [],
      refused: [
        {
          analyzer: 'Names',
          untrusted: { reason: expect.stringContaining('does not support data type ip') },
        },
      ],
    })
    expect((await callTool(app, key, 'list_analyzers')).answer.jobsLeftToday).toBe(1)
  })

  it('are the analyzers and responders that it names', async () => {
    const app = await makeAgentApp(open, [reporting('One', {}), reporting('Two', {}), block])
    const one = await app.enable('orgadmin', 'One')
    const two = await app.enable('orgadmin', 'Two')
    const responder = await app.enable('orgadmin', 'Block')
    const rows = rowsOf(app)
    const observable = await storedObservable(app, { case_id: (await rows.case()).id })
    const { key } = await agentKey(app, { workers: [one.id] })

    expect((await callTool(app, key, 'list_analyzers')).answer).toMatchObject({
      analyzers: [{ id: one.id }],
      responders: [],
    })
    for (const other of [two.id, 'Two'])
      expect(
        await callTool(app, key, 'analyze', { observable, analyzers: ['One', other] }),
      ).toMatchObject({ isError: true, text: `Analyzer ${other} not found` })
    for (const other of [responder.id, 'Block'])
      expect(
        await callTool(app, key, 'propose_response', {
          responder: other,
          type: 'observable',
          id: observable,
        }),
      ).toMatchObject({ isError: true, text: `Responder ${other} not found` })
    expect((await app.as('analyze').listJobs({ range: 'all' })).total).toBe(0)
  })

  it('are the PAP of what it may act on, which it may still read', async () => {
    const app = await makeAgentApp(open)
    await app.enable('orgadmin', 'Look')
    await app.enable('orgadmin', 'Block')
    const rows = rowsOf(app)
    const case_ = await rows.case('alpha', { pap: 3 })
    const observable = await storedObservable(app, { case_id: case_.id })
    const { key } = await agentKey(app)

    expect((await callTool(app, key, 'get_case', { id: case_.id })).isError).toBe(false)
    const refused = [
      await callTool(app, key, 'analyze', { observable, analyzers: ['Look'] }),
      await callTool(app, key, 'propose_response', {
        responder: 'Block',
        type: 'observable',
        id: observable,
      }),
      await callTool(app, key, 'propose_response', {
        responder: 'Block',
        type: 'case',
        id: case_.id,
      }),
    ]
    for (const { isError, text } of refused) {
      expect(isError).toBe(true)
      expect(text).toContain('PAP')
    }
    expect((await app.as('analyze').listJobs({ range: 'all' })).total).toBe(0)
  })

  it('are a few calls at once', async () => {
    const app = await makeAgentApp(open)
    const { key } = await agentKey(app)
    const text = { type: 'case', id: (await rowsOf(app).case()).id, text: 'hello' }
    const message = {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'add_comment', arguments: text },
    }
    expect((await send(app, key, message)).statusCode).toBe(200)
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(app, key, message)))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.json().message).toContain('8 calls under way')
    expect(refused[0]?.headers['retry-after']).toBe('1')
    const done = answers.filter(({ statusCode }) => statusCode === 200)
    expect(done.length).toBeGreaterThanOrEqual(8)
    expect(done.length + refused.length).toBe(40)
    expect((await send(app, key, message)).statusCode).toBe(200)
  })
})
