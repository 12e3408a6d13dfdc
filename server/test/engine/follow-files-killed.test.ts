import { describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { archiveOf } from '../platform/archives.ts'
import { start } from '../program.ts'
import { bootstrap, clientOf, makeAda } from '../submitter.ts'

/** So many that the server is killed amid them. */
const files = 40
/** Both take files: each file in the archive is two jobs. */
const analyzers = ['Assay_Archive', 'Assay_Script']

describe.each(migratedPlaces)('on $database', ({ settings }) => {
  it('a server that is killed after the end of a job analyzes its files after the next start, each once', async () => {
    const environment = {
      ...(await settings()),
      ...bootstrap,
      ASSAY_JOB_RUNNERS: 'builtin',
      ASSAY_JOB_FOLLOWFILES: String(files + 10),
    }
    const server = await start(environment)
    const ada = await makeAda(server)
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
    const { status } = await ada.waitReport({ id: job.id }, { atMost: 'Inf' })
    expect(status).toBe('Success')

    server.child.kill('SIGKILL')
    await server.ended

    const next = clientOf(await start(environment))
    const followed = await vi.waitFor(
      async () => {
        const found = await next.followedJobs({ id: job.id })
        expect(found.length).toBeGreaterThanOrEqual(files * analyzers.length)
        return found
      },
      { timeout: 2 * patienceMs, interval: 500 },
    )
    const once = new Set(
      followed.map(({ filename, analyzerName }) => `${filename} ${analyzerName}`),
    )
    expect(once.size).toBe(files * analyzers.length)
    // One may have been submitted whose name was not written down yet.
    expect(followed.length - once.size).toBeLessThanOrEqual(1)
  })
})
