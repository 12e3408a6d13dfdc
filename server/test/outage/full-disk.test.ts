import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newDataFolder } from '../program.ts'
import { makeOutageDrill } from './drill.ts'
import { smallDisk } from './small-disk.ts'

describe('SQLite: a data folder whose disk is full', () => {
  it('takes no uploads and no jobs, keeps ends in memory, and continues when there is room', async () => {
    const disk = await smallDisk('12m')
    const drill = await makeOutageDrill({
      ASSAY_DATA_DIR: join(disk, 'data'),
      ASSAY_JOB_MINFREE: '1MiB',
      // Programs write elsewhere: what they cannot write is their failure.
      ASSAY_JOB_DIRECTORY: await newDataFolder(),
    })
    const server = await drill.start()
    const client = drill.client(server)
    const ids = await drill.submit(server, 'Look', 2)
    await expect.poll(() => drill.runs('Look')).toBe(2)
    const ballast = join(disk, 'ballast')
    await fill(ballast)

    const form = new FormData()
    form.set('attachment', new Blob([Buffer.alloc(3_000_000, 'x')]), 'big.bin')
    const upload = await fetch(`${server.address}/api/resource`, {
      method: 'POST',
      headers: { authorization: 'Bearer key-of-the-submitter-0123456789abcdef0' },
      body: form,
    })
    await drill.letEnd('Look')
    await server.shows('stderr', 'job execution paused')
    await server.shows('stderr', 'failed to store a job result')
    expect(upload.status).toBe(507)
    expect(await upload.json()).toMatchObject({ type: 'InsufficientStorage' })
    expect(await drill.statuses(server, ids)).toEqual(['InProgress', 'InProgress'])

    await rm(ballast)

    const status = async () => (await drill.statuses(server, ids)).join()
    await expect.poll(status).toBe('Success,Success')
    const [later = ''] = await drill.submit(server, 'Look', 1)
    await expect.poll(async () => (await client.getJob({ id: later })).status).toBe('Success')
    expect((await server.stop()).code).toBe(0)
  })
})

/** To the last byte. */
async function fill(file: string): Promise<void> {
  for (let size = 1_000_000; size >= 1; size = Math.floor(size / 10))
    for (let isFull = false; !isFull; )
      await writeFile(file, Buffer.alloc(size), { flag: 'a' }).catch(() => {
        isFull = true
      })
}
