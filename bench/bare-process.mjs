// What the same machine does without us: Fastify, node:sqlite and spawn with nothing around them.
// `node bench/bare-process.mjs <kind> <folder>`, in a separate process. Not TypeScript: stripping
// types costs Node 16 MiB, which the built program does not spend either.
import { createHash, hash, randomUUID } from 'node:crypto'
import { createWriteStream, openSync, readFileSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'

/** The durability of the program: write-ahead log, and every commit waits for the disk. */
function openTable(folder) {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec(`create table if not exists jobs (id text primary key, data text, data_type text,
    tlp integer, created_at integer) strict, without rowid`)
  const insert = database.prepare('insert into jobs values (?, ?, ?, ?, ?)')
  const store = ({ data, dataType, tlp }) => {
    const job = { id: randomUUID(), data, dataType, tlp, createdAt: Date.now() }
    insert.run(job.id, data, dataType, tlp, job.createdAt)
    return job
  }
  return { database, store }
}

const routes = {
  /** The same body as the program sends, as text: nothing is looked up or serialised. */
  answer(app, folder) {
    const body = readFileSync(join(folder, 'answer.json'), 'utf8')
    app.get('/*', (_request, reply) => {
      reply.type('application/json; charset=utf-8').send(body)
    })
  },
  /**
   * What a person would write for the same call: the key is looked up, the row read, its JSON made, the
   * headers of the program sent, a line logged.
   */
  job(app, folder) {
    const { file, headers, key, shape } = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'))
    const database = new DatabaseSync(file, { readOnly: true })
    const read = database.prepare('select * from jobs where organization = ? and id = ?')
    const callers = new Map([[hash('sha256', key), { login: 'analyst', organization: 'bench' }]])
    const log = openSync(join(folder, 'bare.log'), 'a')
    app.get('/api/job/:id', (request, reply) => {
      const bearer = request.headers.authorization ?? ''
      const caller = callers.get(hash('sha256', bearer.slice('Bearer '.length)))
      if (!caller) return reply.code(401).send()
      const row = read.get(caller.organization, request.params.id)
      if (!row) return reply.code(404).send()
      reply.headers(headers).send(JSON.stringify(jobOf(row, shape)))
      const { method, url, ip } = request
      const line = { level: 30, time: Date.now(), reqId: request.id, method, url, ip, status: 200 }
      writeSync(log, `${JSON.stringify({ ...line, user: caller.login, ms: reply.elapsedTime })}\n`)
    })
  },
  /** A body through the hashes that the API returns, into a file that is synced. */
  upload: (app, folder) => receiveFiles(app, folder, ['sha256', 'sha1', 'md5']),
  'raw-upload': (app, folder) => receiveFiles(app, folder, []),
  /** One commit per request. */
  commit(app, folder) {
    const { store } = openTable(folder)
    app.post('/*', async ({ body }) => store(body))
  },
  /** All requests of one turn of the event loop share a commit, as in the program. */
  'group-commit'(app, folder) {
    const { database, store } = openTable(folder)
    let group
    const begin = () => {
      database.exec('begin immediate')
      return new Promise((resolve) => {
        setImmediate(() => {
          database.exec('commit')
          group = undefined
          resolve()
        })
      })
    }
    app.post('/*', async ({ body }) => {
      group ??= begin()
      const job = store(body)
      await group
      return job
    })
  },
  idle(app, folder) {
    const { store } = openTable(folder)
    app.post('/*', async ({ body }) => store(body))
    app.get('/*', async () => ({ hello: 'world' }))
  },
}

/** The attributes of the program's answer, those of the row from the row. */
const jobOf = (row, shape) => ({
  ...shape,
  id: row.id,
  _id: row.id,
  workerId: row.worker_id,
  workerName: row.worker_name,
  workerDefinitionId: row.worker_definition_id,
  organization: row.organization,
  status: row.status,
  dataType: row.data_type,
  data: row.data,
  tlp: row.tlp,
  pap: row.pap,
  message: row.message,
  parameters: JSON.parse(row.parameters),
  createdAt: row.created_at,
  createdBy: row.created_by,
  date: row.created_at,
})

function receiveFiles(app, folder, algorithms) {
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.post('/*', async (request) => {
    const path = join(folder, randomUUID())
    const hashes = algorithms.map((name) => createHash(name))
    const hashing = async function* (source) {
      for await (const chunk of source) {
        for (const one of hashes) one.update(chunk)
        yield chunk
      }
    }
    const body = hashes.length === 0 ? [request.raw] : [request.raw, hashing]
    await pipeline(...body, createWriteStream(path, { flush: true }))
    await rm(path)
    return hashes.map((one) => one.digest('hex'))
  })
}

const [kind, folder] = process.argv.slice(2)
const app = Fastify({ bodyLimit: 100_000_000 })
routes[kind](app, folder)
console.log(`bare ${kind} is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
