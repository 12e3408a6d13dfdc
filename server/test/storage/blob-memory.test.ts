import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { migratedFile } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { copyPostgres } from '../postgres-databases.ts'
import { temporaryFolder } from './blob-stores.ts'
import { s3Key, startS3 } from './s3-server.ts'

const child = fileURLToPath(new URL('blob-moving.ts', import.meta.url))
const MiB = 1024 ** 2

it.each(['file:', 'postgres:', 's3://files/'])(
  'a file of 100 MiB goes into %s and comes back without much memory',
  async (url) => {
    const folder = await temporaryFolder()
    const place = url === 'postgres:' ? await copyPostgres() : undefined
    if (place) onTestFinished(async () => void (await place.release()))
    const database = place?.at ?? { file: join(folder, 'assay.db') }
    if ('file' in database) await writeFile(database.file, await migratedFile())
    const endpoint = url.startsWith('s3:') ? (await startS3()).endpoint : undefined
    const data = join(folder, 'data')
    const options = {
      url: url === 'file:' ? `file:${data}` : url,
      folder: data,
      databaseUrl: 'url' in database ? database.url : undefined,
      s3: { region: 'us-east-1', pathStyle: true, ...s3Key, endpoint, signOfLifeMs: patienceMs },
      cacheBytes: 500 * MiB,
      maxBytes: 200 * MiB,
    }
    const task = { options, database, again: join(folder, 'again'), bytes: 100 * MiB }

    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      child,
      JSON.stringify(task),
    ])

    const { size, grown } = JSON.parse(stdout)
    expect(size).toBe(100 * MiB)
    expect(grown / MiB).toBeLessThan(100)
  },
)
