import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import type { TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { Person } from '../setup.ts'
import { makeEngineApp } from './setup.ts'

/** A server with the analyzer of feeds, and what most tests of feeds do. */
export async function makeFeeds(
  open: TestDatabases['open'],
  environment: Readonly<Record<string, string>> = {},
) {
  const app = await makeEngineApp(open, [], {
    environment: { ASSAY_JOB_RUNNERS: 'builtin', ...environment },
  })
  const workers = new Map<Person, string>()
  const workerOf = async (as: Person) => {
    const admin = as === 'stranger' ? 'stranger' : 'orgadmin'
    const known = workers.get(admin)
    if (known !== undefined) return known
    const { id } = await app
      .as(admin)
      .enableAnalyzer({ id: 'Assay_Feeds_1_0' }, { name: 'Assay_Feeds' })
    workers.set(admin, id)
    return id
  }
  const listed = async (name: string, as: Person = 'orgadmin') =>
    (await app.as(as).listThreatFeeds()).find((feed) => feed.name === name)
  return {
    ...app,
    listed,
    async upload(name: string, content: string | Uint8Array, as: Person = 'orgadmin') {
      const attachment = new File([Buffer.from(content)], name)
      return (await app.as(as).uploadResource({ attachment, name })).reference
    },
    /** Until it was loaded, or could not be. */
    settled: (name: string, as: Person = 'orgadmin') =>
      vi.waitFor(
        async () => {
          const feed = await listed(name, as)
          if (!feed || feed.isLoading || feed.nextAt <= app.clock.now()) throw new Error('not yet')
          return feed
        },
        { timeout: patienceMs, interval: 50 },
      ),
    async ask(dataType: string, data: string | Uint8Array, as: Person = 'analyze') {
      const id = await workerOf(as)
      const observable =
        typeof data === 'string'
          ? { dataType, data }
          : { dataType, attachment: new File([Buffer.from(data)], 'sample.bin') }
      const job = await app.as(as).runAnalyzer({ id }, { ...observable, force: true })
      const { report } = await app.as(as).waitReport({ id: job.id }, { atMost: 'Inf' })
      const { full, summary } = report as unknown as {
        full: {
          findings?: { id: string; explanation: string }[]
          matches: object[]
          message?: string
        }
        summary: { taxonomies: { level: string; predicate: string; value: unknown }[] }
      }
      return {
        ids: full.findings?.map(({ id: finding }) => finding) ?? [],
        sentences: full.findings?.map(({ explanation }) => explanation) ?? [],
        matches: full.matches,
        message: full.message,
        badges: summary.taxonomies
          .map(({ level, predicate, value }) => `${level} ${predicate} ${value}`)
          .filter((badge) => !/^info Hits [1-9]/.test(badge)),
      }
    },
  }
}

/** Serves whatever `answers` holds by path. */
export async function serve(
  answers: Record<string, string | { status: number; location?: string }>,
) {
  const asked: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers.push(request.headers)
    const answer = answers[request.url ?? '']
    if (typeof answer === 'string') return void response.end(answer)
    response.writeHead(answer?.status ?? 404, answer?.location ? { location: answer.location } : {})
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, asked, headers, answers }
}

/** Feeds may be fetched from this machine. */
export const here = { ASSAY_ANALYZER_PRIVATETARGETS: '127.0.0.1' }
