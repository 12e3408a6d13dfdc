import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databases, type TestDatabases } from '../databases.ts'
import { analyzeFile } from './file-job.ts'
import { makeEngineApp } from './setup.ts'

async function makeFiles(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, [], { environment: { ASSAY_JOB_RUNNERS: 'builtin' } })
  const { id } = await app.as('orgadmin').enableAnalyzer({ id: 'Assay_File_1_0' }, { name: 'File' })
  const look = async (filename: string, content: Buffer) => {
    const { ended } = await analyzeFile(app, id, filename, content)
    expect(ended.status).toBe('Success')
    return ended.id
  }
  return { app, look }
}

const withChange = (content: Buffer, at: number) => {
  const changed = Buffer.from(content)
  changed.writeUInt32BE(0x01020304, at)
  return changed
}

describe.each(databases)('$name: similar files', ({ open }) => {
  it('are those of the organization whose hashes are alike, the closest first', async () => {
    const { app, look } = await makeFiles(open)
    const content = randomBytes(40_000)
    const first = await look('first.bin', content)
    const near = await look('near.bin', withChange(content, 9_000))
    const far = Buffer.concat([content.subarray(0, 30_000), randomBytes(10_000)])
    await look('far.bin', far)
    await look('other.bin', randomBytes(40_000))

    const similar = await app.as('analyze').similarFiles({ id: first })
    expect(similar.map(({ filename }) => filename)).toEqual(['near.bin', 'far.bin'])
    expect(similar[0]).toMatchObject({ jobId: near, size: 40_000, ssdeep: expect.any(Number) })
    expect(similar[0]?.ssdeep).toBeGreaterThan(90)
    expect(similar[0]?.tlsh).toBeLessThan(10)
  })

  it('are not the same file again, and not those of jobs that were deleted', async () => {
    const { app, look } = await makeFiles(open)
    const content = randomBytes(40_000)
    const first = await look('first.bin', content)
    const near = await look('near.bin', withChange(content, 9_000))
    await look('copy.bin', content)
    expect(await app.as('analyze').similarFiles({ id: first })).toHaveLength(1)

    await app.as('analyze').deleteJob({ id: near })
    expect(await app.as('analyze').similarFiles({ id: first })).toEqual([])
  })
})
