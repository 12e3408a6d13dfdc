import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'

const writer = fileURLToPath(new URL('durable-writer.ts', import.meta.url))

it.each([
  ['in the commit', []],
  ['in the thread pool', ['--sync-in-pool']],
])(
  'sqlite, waiting for the disk %s: keeps every acknowledged row when the process is killed',
  async (_how, flags) => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'assay.db')
    const child = spawn(process.execPath, [writer, file, ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')

    const acknowledged: string[] = []
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('id ')) acknowledged.push(line.slice(3))
      if (acknowledged.length === 500) child.kill('SIGKILL')
    }
    await closed

    expect(child.signalCode).toBe('SIGKILL')
    const { db, close } = await openDatabase({ file })
    onTestFinished(close)
    const rows = await db.selectFrom('meta').select('name').execute()
    const stored = new Set(rows.map(({ name }) => name))
    expect(acknowledged.length).toBeGreaterThanOrEqual(500)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  },
)
