// What the same machine does without us: Fastify, node:sqlite and spawn with nothing around them.
// `node bench/bare-process.mjs <kind> <folder>`, in a process of its own. Not TypeScript: taking the
// types away costs Node 16 MiB, which the program, being built, does not have either.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

const [kind, folder] = process.argv.slice(2)
const app = Fastify()
routes[kind](app, folder)
console.log(`bare ${kind} is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
