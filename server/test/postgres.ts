import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { smallFilesFolder } from './memory-folder.ts'
import { startChosenPostgres, startPostgres } from './postgres-server.ts'

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

/** Rules run on the PostgreSQL from npm, unless another is asked for; storage, queue and programs on the chosen one. */
const startSuitable = (project: string) =>
  ['storage', 'programs'].includes(project) || process.env.TEST_POSTGRES !== undefined
    ? startChosenPostgres()
    : startPostgres()

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
