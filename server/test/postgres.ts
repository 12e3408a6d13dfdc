import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { smallFilesFolder } from './memory-folder.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL for this run, or why none can be started. */
    postgres: { url: string } | { reason: string }
    /** For small files of the whole run; it goes when the run ends, with all that is left in it. */
    runFolder: string
  }
}

/** Starts PostgreSQL once for all test files. Where that fails, its tests show as skipped. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(smallFilesFolder, 'assay-run-'))
  project.provide('runFolder', folder)
  const stop = await providePostgres(project)
  return async () => {
    await stop?.()
    await rm(folder, { recursive: true, force: true })
  }
}

async function providePostgres(project: TestProject) {
  try {
    const { url, stop } = await startPostgres()
    project.provide('postgres', { url })
    return stop
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`PostgreSQL cannot be started here, its tests are skipped: ${reason}\n`)
    project.provide('postgres', { reason })
    return undefined
  }
}
