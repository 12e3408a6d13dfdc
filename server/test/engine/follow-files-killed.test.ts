import { contract, createClient } from '@assay/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { archiveOf } from '../platform/archives.ts'
import { copyPostgres } from '../postgres-databases.ts'
import { dataFolder, type Server, start } from '../program.ts'

const rootKey = 'key-of-the-first-user-0123456789abcdef'
const key = 'key-of-the-submitter-0123456789abcdef0'
const files = 120
/** Both take files: each file in the archive is two jobs. */
const analyzers = ['Assay_Archive', 'Assay_Script']

const places = [
  { database: 'SQLite', settings: async () => ({ ASSAY_DATA_DIR: await dataFolder() }) },
  {
    database: 'PostgreSQL',
    settings: async () => {
      const { at, release } = await copyPostgres()
      onTestFinished(async () => void (await release()))
      return { ASSAY_DATA_DIR: await dataFolder(), ASSAY_DATABASE_URL: 'url' in at ? at.url : '' }
    },
  },
]

const client = (server: Server, credential = key) =>
  createClient(contract, {
    baseUrl: server.address,
    headers: () => ({ authorization: `Bearer ${credential}` }),
  })

describe.each(places)('on $database', ({ settings }) => {
  it('a server that is killed after the end of a job analyzes its files after the next start, each once', async () => {
    const environment = {
      ...(await settings()),
      ASSAY_JOB_RUNNERS: 'builtin',
      ASSAY_JOB_FOLLOWFILES: String(files + 10),
      ASSAY_BOOTSTRAP_LOGIN: 'root',
      ASSAY_BOOTSTRAP_KEY: rootKey,
      ASSAY_LOG_LEVEL: 'warn',
    }
    const server = await start(environment)
    await client(server, rootKey).createOrganization({ name: 'alpha', description: 'x' })
    const roles = ['read', 'analyze', 'orgadmin']
    await client(server, rootKey).createUser({
      login: 'ada',
      name: 'Ada',
      organization: 'alpha',
      roles,
      key,
    })
    const ada = client(server)
    const [archive] = await Promise.all(
      analyzers.map((name) =>
        ada.enableAnalyzer(
          { id: `${name}_1_0` },
          { name, configuration: name === 'Assay_Archive' ? { follow_files: true } : {} },
        ),
      ),
    )
    const names = Array.from({ length: files }, (_, at) => [`${at}.txt`, `the file ${at}`] as const)
    const content = await archiveOf(Object.fromEntries(names))
    const attachment = new File([new Uint8Array(content)], 'many.zip')
    const job = await ada.runAnalyzer({ id: archive?.id ?? '' }, { dataType: 'file', attachment })
    await vi.waitFor(
      async () => expect((await ada.getJob({ id: job.id })).status).toBe('Success'),
      { timeout: 60_000, interval: 5 },
    )

    server.child.kill('SIGKILL')
    await server.ended

    const next = client(await start(environment))
    const followed = await vi.waitFor(
      async () => {
        const found = await next.followedJobs({ id: job.id })
        expect(found.length).toBeGreaterThanOrEqual(files * analyzers.length)
        return found
      },
      { timeout: 120_000, interval: 500 },
    )
    const once = new Set(
      followed.map(({ filename, analyzerName }) => `${filename} ${analyzerName}`),
    )
    expect(once.size).toBe(files * analyzers.length)
    // One may have been submitted whose name was not written down yet.
    expect(followed.length - once.size).toBeLessThanOrEqual(1)
  }, 300_000)
})
