import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { exampleIn } from '../manual/blocks.ts'
import { rowsOf } from '../platform/connector.ts'
import { agentKey, makeAgentApp } from './agents.ts'
import { modes, useClient } from './client.ts'

/** As in the manual, with another address and key. */
function transportTo(url: string, key: string) {
  const { assay } = JSON.parse(exampleIn('docs/agents.md', 'json', '"servers"')).servers
  const address = assay.url.replace('https://assay.example.org', url)
  const authorization = assay.headers.Authorization.replace(/\$\{.*\}/, key)
  return new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { authorization } },
  })
}

/** A proxy that shows the server below `/soc`, as the manual has it. */
async function proxied(url: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/^\/soc/, '')
    const { method, headers } = incoming
    incoming.pipe(
      request(`${url}${path}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/soc`
}

describe.each(oneDatabase)('$name: the official MCP client', ({ open }) => {
  it.each(modes)('speaks with the server over HTTP: %j', async (mode) => {
    const app = await makeAgentApp(open)
    const { id } = await rowsOf(app).case()
    const { key } = await agentKey(app)

    const found = await useClient(transportTo(app.url, key), mode)
    expect(found.cases).toMatchObject({ total: 1, found: [{ id }] })
  })

  it('speaks with a server behind a path prefix', async () => {
    const app = await makeAgentApp(open)
    const { id } = await rowsOf(app).case()
    const { key } = await agentKey(app)

    const found = await useClient(transportTo(await proxied(app.url), key), modes[1])
    expect(found.cases).toMatchObject({ total: 1, found: [{ id }] })
  })
})
