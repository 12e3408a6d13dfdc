import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { adaKey, makePeople } from '../install/world.ts'
import { patienceMs } from '../patience.ts'
import { newDataFolder, type Server, start } from '../program.ts'
import { skipTest } from '../skip.ts'
import { script } from './running.ts'
import { firstLine, visibleFolder, whyNotWarm } from './warm-python.ts'

const reason = await whyNotWarm()

const program = `${firstLine}import json, sys
folder = sys.argv[1]
data = json.load(open(folder + '/input/input.json'))['data']
json.dump({'success': True, 'full': {'seen': data}, 'artifacts': []}, open(folder + '/output/output.json', 'w'))
`

/** A catalog with one analyzer, in Python. */
function writeCatalogue(): string {
  const folder = join(visibleFolder(), 'Echo')
  mkdirSync(folder)
  script(folder, 'echo.py', program, 0o755)
  const definition = {
    ...{ name: 'Echo', version: '1.0', author: 'Ada', url: 'https://a.example', license: 'MIT' },
    ...{ description: 'Says it again', dataTypeList: ['domain'], baseConfig: 'Echo', config: {} },
    ...{ command: 'Echo/echo.py' },
  }
  writeFileSync(join(folder, 'echo.json'), JSON.stringify(definition))
  return join(folder, '..')
}

async function startWithEcho(): Promise<{ server: Server; run(data: string): Promise<Job> }> {
  const server = await start({
    ASSAY_DATA_DIR: await newDataFolder(),
    ASSAY_ANALYZER_URLS: writeCatalogue(),
  })
  await makePeople(server)
  const enabled = await server.call('POST', '/api/organization/analyzer/Echo_1_0', {
    key: adaKey,
    input: { name: 'Echo' },
  })
  const { id } = (await enabled.json()) as { id: string }
  return {
    server,
    async run(data) {
      const input = { dataType: 'domain', data }
      const submitted = await server.call('POST', `/api/analyzer/${id}/run`, { key: adaKey, input })
      const { id: job } = (await submitted.json()) as { id: string }
      const address = `/api/job/${job}/waitreport?atMost=1minute`
      return (await (await server.call('GET', address, { key: adaKey })).json()) as Job
    },
  }
}

interface Job {
  readonly status: string
  readonly runner: string
  readonly report: { full: { seen: string } }
}

describe('a Python program of the catalog that is used often', () => {
  it('is forked, as its jobs, the health of the server and its metrics show', async () => {
    if (reason !== undefined) skipTest(reason)
    const { server, run } = await startWithEcho()

    const first = await run('a.example')
    const forked = await vi.waitFor(
      async () => {
        const job = await run(`${crypto.randomUUID()}.example`)
        expect(job.runner).toBe('process-warm')
        return job
      },
      { timeout: patienceMs, interval: 50 },
    )

    expect(first).toMatchObject({ status: 'Success', runner: 'process' })
    expect(forked.status).toBe('Success')
    expect(forked.report.full.seen).toMatch(/\.example$/)
    const health = await server.call('GET', '/api/health', { key: adaKey })
    expect(await health.json()).toMatchObject({
      details: { warmPython: { mode: 'auto', active: true, programs: 1 } },
    })
    const metrics = await (await server.call('GET', '/metrics')).text()
    expect(metrics).toContain('\nassay_warm_python_programs 1\n')
    expect(metrics).toMatch(/\nassay_warm_python_bytes [1-9]/)
  })
})
