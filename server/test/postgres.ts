import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL for this run, or why none can be started. */
    postgres: { url: string } | { reason: string }
  }
}

/** Starts PostgreSQL once for all test files. Where that fails, its tests show as skipped. */
export default async function setup(project: TestProject) {
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
