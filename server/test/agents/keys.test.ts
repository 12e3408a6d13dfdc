import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf } from '../setup.ts'
import { agentKey, callTool, makeAgentApp, send } from './agents.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe.each(databases)('$name: API keys of agents', ({ open }) => {
  it('have their limits, and count the jobs of a day once each', async () => {
    const app = await makeAgentApp(open)
    const look = await app.enable('orgadmin', 'Look')
    const usual = await agentKey(app)
    expect(usual).toMatchObject({ scope: 'agent', maxTlp: 2, maxPap: 2, jobsPerDay: 50 })
    const limits = { maxTlp: 1, maxPap: 0, jobsPerDay: 3, workers: [look.id] }
    const narrow = await agentKey(app, { scope: 'agent-read', ...limits })
    expect(narrow).toMatchObject(limits)
    expect(await app.as('analyze').listApiKeys({ login: 'alan' })).toMatchObject([
      { scope: expect.any(String) },
      { scope: expect.any(String) },
    ])
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    const made = rows.filter(({ action }) => action === 'user.key.create')
    expect(made.map(({ details }) => details)).toMatchObject([limits, { jobsPerDay: 50 }])
    expect((await callTool(app, narrow.key, 'list_analyzers')).isError).toBe(false)
  })
})

describe.each(oneDatabase)('$name: API keys of agents', ({ open }) => {
  it('open nothing but /mcp, which no other key opens', async () => {
    const app = await makeAgentApp(open)
    const get = (key: string, url: string, more = {}) =>
      app.http.inject({ url, headers: { authorization: `Bearer ${key}`, ...more } })
    for (const scope of ['agent', 'agent-read'] as const) {
      const { key } = await agentKey(app, { scope })
      expect((await send(app, key, ping)).statusCode).toBe(200)
      for (const url of ['/api/user/current', '/api/job', '/api/v1/case/~1', '/api/response']) {
        // A guessed header opens nothing, either.
        const answer = await get(key, url, { 'x-assay-tool-call': 'a'.repeat(43) })
        expect(answer.statusCode, url).toBe(403)
        expect(answer.json().message).toMatch(`with the scope ${scope} open only POST /mcp`)
      }
    }
    const login = { login: 'alan' }
    const others = [
      keyOf('alan'),
      (await app.as('analyze').createApiKey(login, { name: 'a' })).key,
      (await app.as('analyze').createApiKey(login, { name: 'r', scope: 'read' })).key,
      (await app.as('analyze').createApiKey(login, { name: 'x', scope: 'run' })).key,
    ]
    for (const key of others) {
      const answer = await send(app, key, ping)
      expect(answer.statusCode).toBe(403)
      expect(answer.json().message).toContain('needs a named API key with the scope agent-read')
    }
  })

  it('take limits only with their scopes, and only analyzers of the organization', async () => {
    const app = await makeAgentApp(open)
    const foreign = await app.enable('stranger', 'Look')
    const make = (more: object) => agentKey(app, { scope: 'all', ...more })
    for (const one of [{ maxTlp: 1 }, { maxPap: 1 }, { jobsPerDay: 1 }, { workers: [] }])
      await expect(make(one)).rejects.toThrow('can be set only for the scopes agent-read and agent')
    await expect(make({ scope: 'agent', workers: [foreign.id] })).rejects.toThrow('not found')
    await expect(make({ scope: 'agent', maxTlp: 4 })).rejects.toThrow()
    await expect(make({ scope: 'agent', jobsPerDay: 10_001 })).rejects.toThrow()
  })

  it('are closed when they are revoked, or their user is locked', async () => {
    const app = await makeAgentApp(open)
    const [one, two] = [await agentKey(app), await agentKey(app)]
    expect((await send(app, one.key, ping)).statusCode).toBe(200)
    await app.as('analyze').revokeApiKey({ login: 'alan', id: one.id })
    expect((await send(app, one.key, ping)).statusCode).toBe(401)
    expect((await send(app, two.key, ping)).statusCode).toBe(200)
    await app.as('orgadmin').updateUser({ login: 'alan' }, { status: 'Locked' })
    expect((await send(app, two.key, ping)).statusCode).toBe(401)
  })
})
