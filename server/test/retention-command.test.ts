import { describe, expect, it } from 'vitest'
import { emptyPlaces } from './places.ts'
import { run, start } from './program.ts'

const rootKey = 'root-key-0123456789abcdef0123456789abcdef'

// On empty places: this is also where a first start makes the tables, on both databases.
describe.each(emptyPlaces)('assay retention on $database', ({ settings }) => {
  it('reports with a running server what would go, and what it does not know', async () => {
    const environment = { ...(await settings()), ASSAY_JOB_RUNNERS: 'builtin' }
    const server = await start({ ...environment, ASSAY_BOOTSTRAP_KEY: rootKey })
    const input = { name: 'soc', description: 'Watch' }
    await server.call('POST', '/api/organization', { key: rootKey, input })
    await server.call('PATCH', '/api/organization/soc/retention', {
      key: rootKey,
      input: { jobDays: 30 },
    })

    const dry = await run(environment, ['retention', '--dry-run']).ended
    const unknown = await run(environment, ['retention', '--organization', 'nowhere']).ended
    const done = await run(environment, ['retention', '--organization', 'soc']).ended

    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toContain('cortex: keeps jobs forever')
    expect(dry.stdout).toContain('soc: keeps jobs for 30 days; nothing to delete')
    expect(unknown).toMatchObject({ code: 1, stderr: 'Organization nowhere not found\n' })
    expect(done).toMatchObject({ code: 0, stdout: '0 jobs deleted.\n' })
    await server.stop()
  })
})
