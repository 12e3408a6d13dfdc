import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { multipart } from '../forms.ts'
import { patienceMs } from '../patience.ts'
import {
  type Answer,
  type CallOptions,
  type Cleanup,
  keyOf,
  passwordOf,
  type Target,
} from './target.ts'

type Values = Record<string, unknown>
type Roles = readonly ('read' | 'analyze' | 'orgadmin' | 'superadmin')[]

export async function givenOrganization({ must }: Target, name: string): Promise<void> {
  await must(201, 'POST', '/api/organization', {
    as: 'root',
    json: { name, description: `Team ${name}` },
  })
}

/** A user with the key `keyOf(login)` and the password `passwordOf(login)`. */
export async function givenUser(
  { must }: Target,
  login: string,
  organization: string,
  roles: Roles = ['read', 'analyze', 'orgadmin'],
): Promise<void> {
  const secrets = { key: keyOf(login), password: passwordOf(login) }
  const json = { login, name: `Name of ${login}`, organization, roles, ...secrets }
  await must(201, 'POST', '/api/user', { as: 'root', json })
}

/** Organization `alpha` with ada (orgadmin), alan (analyze) and rita (read); `beta` with bob. */
export async function givenTwoOrganizations(target: Target): Promise<void> {
  await Promise.all([givenOrganization(target, 'alpha'), givenOrganization(target, 'beta')])
  await Promise.all([
    givenUser(target, 'ada', 'alpha'),
    givenUser(target, 'alan', 'alpha', ['read', 'analyze']),
    givenUser(target, 'rita', 'alpha', ['read']),
    givenUser(target, 'bob', 'beta'),
  ])
}

/** Enables a definition; whatever the server answers. */
export const enable = (
  { call }: Target,
  as: string,
  definition: string,
  configuration: Values = {},
  { type = 'analyzer', name = definition }: { type?: string; name?: string } = {},
): Promise<Answer> =>
  call('POST', `/api/organization/${type}/${definition}`, { as, json: { name, configuration } })

/** Enables it and answers its id. */
export async function enabled(...given: Parameters<typeof enable>): Promise<string> {
  const answer = await enable(...given)
  if (answer.status !== 201) throw new Error(`${given[2]} was not enabled: ${answer.text}`)
  return answer.json.id
}

/** A multi-part request with one file and some text parts. */
export function upload(
  values: Record<string, string>,
  file: { field?: string; name: string; content: string | Buffer },
): Pick<CallOptions, 'body' | 'headers'> {
  const { field = 'attachment', name, content } = file
  const { payload, headers } = multipart(
    ...Object.entries(values).map(([key, value]) => ({ name: key, value })),
    { name: field, filename: name, value: content, type: 'application/octet-stream' },
  )
  return { body: payload, headers }
}

/** Runs an analyzer or responder and waits for its end: the job with its report, and all bytes. */
export async function runToEnd(
  target: Target,
  as: string,
  worker: string,
  sent: Pick<CallOptions, 'json' | 'body' | 'headers'>,
  type = 'analyzer',
): Promise<{ job: Values & { id: string; status: string }; said: string }> {
  const started = await target.call('POST', `/api/${type}/${worker}/run`, { as, ...sent })
  if (started.status !== 200) throw new Error(`not run: ${started.status} ${started.text}`)
  const id: string = started.json.id
  const path = `/api/job/${id}/waitreport?atMost=Inf`
  const waited = await target.must(200, 'GET', path, { as })
  const detail = await target.must(200, 'GET', `/api/job/${id}`, { as })
  return { job: waited.json, said: started.text + waited.text + detail.text }
}

export const aFile = (content = 'a file to look at') =>
  upload({ dataType: 'file', _json: '{"dataType":"file","tlp":0}' }, { name: 'sample', content })

/** A loopback service whose answers would be worth stealing; it notes every connection. */
export async function makeInsider({
  host = '127.0.0.1',
  port = 0,
  cleanup = onTestFinished,
}: {
  host?: string
  port?: number
  cleanup?: Cleanup
} = {}) {
  const canary = 'canary-of-an-inside-service-5e1f'
  const requests: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ canary, objectClassName: 'domain', ldhName: canary }))
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  cleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port: used } = server.address() as AddressInfo
  return {
    ...{ canary, port: used, url: `http://127.0.0.1:${used}`, requests },
    connections: () => connections,
  }
}

/** Asks until it is so; the last state is in the error. */
export async function until<T>(
  what: string,
  look: () => Promise<T>,
  isSo: (seen: T) => boolean,
): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (performance.now() > giveUpAt)
      throw new Error(`${what}: not within ${patienceMs} ms, last seen ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Which of these texts are in it, each with its surroundings: a failed test must stay readable. */
export const foundIn = (said: string, secrets: readonly string[]): string[] =>
  secrets
    .filter((secret) => said.includes(secret))
    .map((secret) => {
      const at = said.indexOf(secret)
      return `${secret} in …${said.slice(Math.max(0, at - 150), at + secret.length + 30)}…`
    })
