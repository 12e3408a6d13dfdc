import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { adminKey } from '../backup/installation.ts'
import type { Environment } from '../places.ts'
import { type Ended, run, type Server } from '../program.ts'
import { rootKey } from '../submitter.ts'

/** One key in a line, on standard input: as an operator would give several. */
export const importFrom = (
  environment: Environment,
  product: 'cortex' | 'thehive',
  url: string,
  args: readonly string[] = [],
  keys = `${rootKey}\n${adminKey}\n`,
): Promise<Ended> =>
  run(
    environment,
    ['import', product, '--url', url, '--key-file', '-', '--max-rate', '1000', ...args],
    keys,
  ).ended

/** Killed as soon as it has got so far. */
export async function killImport(
  environment: Environment,
  product: 'cortex' | 'thehive',
  url: string,
  far: Promise<void>,
): Promise<void> {
  const args = ['import', product, '--url', url, '--key-file', '-', '--max-rate', '1000']
  const killed = run(environment, args, 'k'.repeat(40))
  await far
  killed.child.kill('SIGKILL')
  await killed.ended
}

/** A form with a file, sent to the server with the key of its orgadmin. */
export async function sendFile(
  { address }: Pick<Server, 'address'>,
  path: string,
  fields: object,
  name: string,
  content: string,
): Promise<unknown> {
  const form = new FormData()
  form.set('_json', JSON.stringify(fields))
  form.set('attachment', new Blob([content]), name)
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${adminKey}` },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

export type Handler = (
  request: IncomingMessage & {
    path: string
    query: URLSearchParams
    input: Record<string, unknown>
  },
  response: ServerResponse,
) => unknown

/** A server that answers as the test says; what the handler returns is sent as JSON. */
export async function fakeServer(handler: Handler): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    asked.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const input = text === '' ? {} : JSON.parse(text)
    const known = Object.assign(request, { path: url.pathname, query: url.searchParams, input })
    // What it may ask itself may be lost on the way; who asked it asks again.
    const answer = await (async () => handler(known, response))().catch(() => {
      if (!response.headersSent) response.writeHead(502).end()
    })
    if (answer !== undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    else if (!response.headersSent) response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
