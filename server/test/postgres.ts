import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { smallFilesFolder } from './memory-folder.ts'
import { binariesIn, systemBinaries } from './postgres-binaries.ts'
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

/**
 * Storage, queue and programs run on the PostgreSQL of the distribution with its default settings, where
 * one is installed: it compiles statements, which the one from npm cannot. The rest runs on the latter.
 * `TEST_POSTGRES` names the folder of the programs of another version, for all.
 */
async function startSuitable(project: string) {
  const { TEST_POSTGRES: chosen } = process.env
  if (chosen !== undefined) return startPostgres(false, binariesIn(chosen))
  const [system] = ['storage', 'programs'].includes(project) ? systemBinaries() : []
  if (system === undefined) return startPostgres()
  return startPostgres(false, system).catch((error: Error) => {
    process.stderr.write(`${system.postgres} cannot be used: ${error.message}\n`)
    return startPostgres()
  })
}

async function providePostgres(project: TestProject) {
  if (process.env.ASSAY_TEST_DATABASES === 'sqlite') {
    project.provide('postgres', { reason: 'left to npm test -- --all' })
    return undefined
  }
  try {
    const { url, stop } = await startSuitable(project.name)
    project.provide('postgres', { url })
    return stop
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`PostgreSQL cannot be started here, its tests are skipped: ${reason}\n`)
    project.provide('postgres', { reason })
    return undefined
  }
}
