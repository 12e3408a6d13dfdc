import { describe, expect, it } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { oneDatabase } from '../databases.ts'
import { agentKey, makeAgentApp, protocolHeaders, send } from './agents.ts'

const ping = { jsonrpc: '2.0', id: 7, method: 'ping' }

describe.each(oneDatabase)('$name: POST /mcp', ({ open }) => {
  it('answers a message at once and keeps nothing, and refuses streams and sessions', async () => {
    const app = await makeAgentApp(open)
    const { key } = await agentKey(app)
    const answer = await send(app, key, ping)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    expect(answer.json()).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
    for (const method of ['GET', 'DELETE'] as const) {
      const refused = await app.http.inject({ method, url: '/mcp' })
      expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST'])
    }
    const noted = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await send(app, key, noted)).statusCode).toBe(202)
  })

  it('takes a key in the header and nothing else', async () => {
    const app = await makeAgentApp(open)
    const { key } = await agentKey(app)
    const session = await browserOf(app, 'alan')
    const basic = { authorization: `Basic ${Buffer.from('alan:secret').toString('base64')}` }
    for (const headers of [{}, session, basic, { authorization: 'Bearer wrong' }]) {
      const refused = await send(app, undefined, ping, headers as Record<string, string>)
      expect(refused.statusCode).toBe(401)
      expect(refused.headers['www-authenticate']).toBe('Bearer')
    }
    expect((await send(app, key, ping)).statusCode).toBe(200)
  })

  it('refuses pages of other sites, whatever key they send', async () => {
    const app = await makeAgentApp(open)
    const { key } = await agentKey(app)
    const own = { origin: 'http://assay.example:9001', host: 'assay.example:9001' }
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await send(app, key, ping, headers as Record<string, string>)).statusCode).toBe(403)
    expect((await send(app, key, ping, own)).statusCode).toBe(200)
  })

  it('says what it cannot read', async () => {
    const app = await makeAgentApp(open)
    const { key } = await agentKey(app)
    const statusOf = async (message: object | string, headers = {}) =>
      (await send(app, key, message, headers)).statusCode
    expect(await statusOf('{"jsonrpc":')).toBe(400)
    expect(await statusOf([ping, ping])).toBe(400)
    expect(await statusOf('hello', { 'content-type': 'text/plain' })).toBe(400)
    expect(await statusOf({ ...ping, params: { x: 'x'.repeat(131_072) } })).toBe(413)
    expect(await statusOf({ ...ping, method: 'subscriptions/listen' })).toBe(404)
    const unknown = await send(app, key, { ...ping, method: 'resources/list' })
    expect(unknown.json().error.code).toBe(-32_601)
    const wrong = await app.http.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...protocolHeaders, authorization: `Bearer ${key}`, accept: 'text/html' },
      payload: ping,
    })
    expect(wrong.statusCode).toBe(406)
  })
})
