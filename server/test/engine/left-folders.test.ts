import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sweepLeftFolders } from '../../src/engine/execution/left-folders.ts'
import { deleteJob } from '../../src/engine/job-rows/store.ts'
import { databases, oneDatabase } from '../databases.ts'
import { everything, makeQueue, type TestQueue } from './queue-fixtures.ts'

/** As the execution names them; a job that ran twice has two. */
async function addFolder({ deps }: TestQueue, jobId: string, number = 1): Promise<string> {
  const name = `cortex-job-${jobId}-${String(number).padStart(16, '0')}`
  await mkdir(join(deps.jobsFolder, name, 'input'), { recursive: true })
  await writeFile(join(deps.jobsFolder, name, 'input', 'input.json'), '{}')
  return name
}

const keptBy = async ({ deps }: TestQueue) => (await readdir(deps.jobsFolder)).sort()

describe.each(databases)('$name: the sweep of job folders', ({ open }) => {
  it('removes those of jobs that no process runs, however recent they are', async () => {
    const queue = await makeQueue(open)
    const { deps } = queue
    const running = await queue.submit({ organization: 'alpha' })
    await deps.jobQueue.claim('another node', 1, everything)
    const waiting = await queue.submit({ organization: 'alpha' })
    const deleted = await queue.submit({ organization: 'alpha' })
    await deleteJob(deps.db, 'alpha', deleted, 'ada', 0)
    const kept = [await addFolder(queue, running, 1), await addFolder(queue, running, 2)]
    for (const id of [waiting, deleted]) await addFolder(queue, id)

    expect(await sweepLeftFolders(deps)).toBe(2)

    expect(await keptBy(queue)).toEqual(kept.sort())
  })
})

describe.each(oneDatabase)('$name: the sweep of job folders', ({ open }) => {
  it('leaves what it does not know and what runs here', async () => {
    const queue = await makeQueue(open)
    const { deps } = queue
    const ours = await queue.submit({ organization: 'alpha' })
    const kept: string[] = []
    for (const id of ['somebody-elses', ours]) kept.push(await addFolder(queue, id))
    await mkdir(join(deps.jobsFolder, 'something else'))

    expect(await sweepLeftFolders(deps, [ours])).toBe(0)

    expect(await keptBy(queue)).toEqual([...kept, 'something else'].sort())
  })

  it('leaves all of them when the settings say so', async () => {
    const queue = await makeQueue(open, { ASSAY_JOB_KEEPJOBFOLDER: 'true' })
    const folder = await addFolder(queue, await queue.submit({ organization: 'alpha' }))

    expect(await sweepLeftFolders(queue.deps)).toBe(0)

    expect(await keptBy(queue)).toEqual([folder])
  })
})
