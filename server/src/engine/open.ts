import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Deps } from '../deps.ts'
import { builtinDefinitions } from './catalogue/builtin.ts'
import { startCatalogue } from './catalogue/catalogue.ts'
import type { EngineDeps } from './deps.ts'
import { openSpool } from './execution/spool.ts'
import { makeJobEvents } from './jobs/events.ts'
import { nodesTopic } from './nodes/node.ts'
import { openQueue } from './queue/open.ts'
import { openResourceCache } from './resources/cache.ts'
import { openOperatorFolder } from './resources/operator-folder.ts'
import type { Builtin } from './runners/builtin/builtin-runner.ts'
import type { Runner } from './runners/runner.ts'
import type { Work } from './work.ts'

/**
 * Everything that the parts of the engine share. `work` runs jobs here and is started with this;
 * until then nothing is offered and nothing is woken.
 */
export async function openEngine(
  deps: Deps,
  runners: readonly Runner[],
  builtins: readonly Builtin[],
  work: () => Work | undefined,
): Promise<EngineDeps> {
  const { config, clock, log, cluster } = deps
  const dataFolder = resolve(config.data.dir)
  const events = makeJobEvents(cluster)
  const jobQueue = openQueue(deps)
  return {
    ...deps,
    events,
    jobQueue,
    runners,
    jobsFolder: await openJobsFolder(config),
    operatorFolder: await openOperatorFolder(config.analyzer.resources, dataFolder),
    resourceCache: await openResourceCache(join(dataFolder, 'resources'), deps.blobs, clock.now),
    catalogue: await startCatalogue({
      analyzerUrls: config.analyzer.urls,
      responderUrls: config.responder.urls,
      // Offered only where this program may run them, as every entry that no runner accepts is useless.
      builtin: runners.some(({ name }) => name === 'builtin')
        ? [...builtinDefinitions, ...builtins.map(({ definition }) => definition)]
        : [],
      log,
      watch: true,
    }),
    spool: await openSpool(
      { ...deps, events, jobQueue },
      { folder: join(dataFolder, 'spool'), limitBytes: config.job.spoolLimitBytes },
    ),
    workingRunners: () => work()?.runners() ?? [],
    offered: () => work()?.node.offered() ?? [],
    waitingFor: (needs) => work()?.node.waitingFor(needs),
    workersChanged() {
      void work()?.node.beat()
      cluster.notify(nodesTopic, '')
    },
    wake: (needs) => work()?.wake(needs) ?? false,
    openHeldJobs: () => work()?.openHeldJobs(),
    reserve: async (job) => work()?.reserve(job),
  }
}

/** By its real path: a sandbox cannot mount anything on a symbolic link. */
async function openJobsFolder({ job, data }: Deps['config']): Promise<string> {
  const folder = resolve(job.directory ?? join(data.dir, 'jobs'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return realpath(folder)
}
