// `npm run bench`: ratios, not seconds. Each number is divided by what the same machine does without
// us at the same moment, so that two machines can be compared.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { type Load, load } from './load.ts'
import { startServer } from './server.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
const server = await startServer(folder)
const bare = Fastify()
bare.get('/', async () => ({ hello: 'world' }))
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

const call = (path: string, body?: (n: number) => unknown): Load => ({
  url: server.url + path,
  headers: { authorization: `Bearer ${server.key}` },
  ...(body ? { body } : {}),
})
const newOrganization = (n: number) => ({ name: `bench-${n}-${Date.now()}`, description: 'bench' })

try {
  const limit = await load({ url: bareUrl }, 32)
  const alive = await load(call('/api/alive'), 32)
  const current = await load(call('/api/user/current'), 32)
  const list = await load(call('/api/organization?range=0-10'), 32)
  const one = await load(call('/api/organization', newOrganization), 1)
  const many = await load(call('/api/organization', newOrganization), 64)

  const rows: [string, number, number][] = [
    ['bare Fastify, empty answer', limit, 1],
    ['GET /api/alive', alive, alive / limit],
    ['GET /api/user/current by API key', current, current / limit],
    ['GET /api/organization, 10 rows', list, list / limit],
    ['POST /api/organization, 1 client (durable)', one, one / limit],
    ['POST /api/organization, 64 clients (durable)', many, many / limit],
  ]
  console.log('| call | requests/s | ÷ bare Fastify |\n|---|---:|---:|')
  for (const [name, perSecond, ratio] of rows) {
    console.log(`| ${name} | ${Math.round(perSecond)} | ${ratio.toFixed(2)} |`)
  }
  console.log(`\n64 clients ÷ 1 client: ${(many / one).toFixed(1)}`)
  console.log(`Memory of the server after the run: ${await server.memoryMiB()} MiB`)
} finally {
  await server.stop()
  await bare.close()
  await rm(folder, { recursive: true, force: true })
}
