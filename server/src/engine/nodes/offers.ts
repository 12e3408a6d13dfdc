import type { FastifyBaseLogger } from 'fastify'
import type { Definition } from '../../domain/definition.ts'
import { acceptedWays } from '../../domain/offers.ts'
import type { Config } from '../../settings/config.ts'
import type { Db } from '../../storage/database.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { isFile } from '../runners/program.ts'
import type { Runner } from '../runners/runner.ts'

export interface Offers {
  /** Runners that answered their last try, in the order of the settings. */
  runners(): readonly Runner[]
  /** What jobs may need to be claimed here. */
  accepts(): readonly string[]
  /** Looks again; answers whether anything is different. */
  refresh(): Promise<boolean>
}

export interface OfferOptions {
  readonly tries: readonly RunnerTry[]
  readonly config: Pick<Config, 'node'>
  readonly catalogue: Pick<Catalogue, 'definitions'>
  readonly db: Db
}

export interface RunnerTry {
  readonly runner: Runner
  /** As of the last try; begins another one when that is long ago. */
  isWorking(): Promise<boolean>
}

/** Begins at once: threads and engines answer while a start does something else. */
export function startTries(
  runners: readonly Runner[],
  log: FastifyBaseLogger,
  everyMs = 60_000,
): RunnerTry[] {
  const tries = runners.map((runner) => ({ runner, isWorking: repeatedTry(runner, everyMs, log) }))
  for (const { isWorking } of tries) void isWorking()
  return tries
}

/** Resolves when every runner was tried once. */
export async function openOffers(options: OfferOptions): Promise<Offers> {
  const { tries } = options
  let working: readonly Runner[] = []
  let accepts: readonly string[] = []

  const refresh = async () => {
    const before = JSON.stringify(accepts)
    const answers = await Promise.all(tries.map(({ isWorking }) => isWorking()))
    working = tries.flatMap(({ runner }, index) => (answers[index] ? runner : []))
    const kinds = working.map(({ name }) => name)
    const programs = kinds.includes('process') ? await programsHere(options) : []
    accepts = acceptedWays(options.config.node.labels, kinds, programs)
    return JSON.stringify(accepts) !== before
  }
  await refresh()
  return { runners: () => working, accepts: () => accepts, refresh }
}

/** Tries at most every so often, and logs when the answer changes. */
function repeatedTry(runner: Runner, everyMs: number, log: FastifyBaseLogger) {
  let last: { answer: Promise<string | undefined>; at: number } | undefined
  let known: string | undefined
  const attempt = async () => {
    const problem = await tried(runner)
    if (problem === undefined && known !== undefined)
      log.info({ runner: runner.name }, 'runner available again; claiming its jobs')
    if (problem !== undefined && problem !== known)
      log.warn(
        { runner: runner.name, problem },
        'runner unavailable; leaving its jobs to other nodes',
      )
    known = problem
    return problem
  }
  return async (): Promise<boolean> => {
    const now = performance.now()
    if (!last || now - last.at >= everyMs) last = { answer: attempt(), at: now }
    return (await last.answer) === undefined
  }
}

const tried = async (runner: Runner): Promise<string | undefined> =>
  runner
    .test?.()
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))

type Program = Pick<Definition, 'id' | 'command'>

/**
 * Ids of the definitions whose program is on this machine: of the catalog, and of enabled workers
 * whose definition is no longer in it.
 */
async function programsHere({ catalogue, db }: OfferOptions): Promise<string[]> {
  const enabled = await db
    .selectFrom('workers')
    .select(['definition_id as id', 'command'])
    .distinct()
    .where('command', 'is not', null)
    .execute()
  const all: Program[] = [
    ...catalogue.definitions('analyzer'),
    ...catalogue.definitions('responder'),
    ...enabled,
  ]
  const found = await Promise.all(
    all.map(async ({ id, command }) => (command !== null && (await isFile(command)) ? id : [])),
  )
  return [...new Set(found.flat())].sort()
}
