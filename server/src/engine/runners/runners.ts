import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../settings/config.ts'
import { programFolders } from '../catalogue/programs.ts'
import { builtinModules } from './builtin/builtin-modules.ts'
import { type Builtin, createBuiltinRunner, modulesOf } from './builtin/builtin-runner.ts'
import { createDockerRunner } from './docker/runner.ts'
import { proxyEnvironment } from './environment.ts'
import { keptRulesFolder } from './kept-rules.ts'
import { configuredKubernetes } from './kubernetes/configured.ts'
import { createProcessRunner } from './process/process-runner.ts'
import type { Runner } from './runner.ts'
import { serverFiles } from './server-files.ts'

export interface RunnerSurroundings {
  readonly log: FastifyBaseLogger
  /** Of the server; each runner passes on what is named, and nothing else. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly instance: string
  readonly builtins?: readonly Builtin[]
  /** Location of the program launcher, if not next to its client. */
  readonly launcherUrl?: URL | undefined
  /** Location of the built-in thread, with its modules next to it, if not here. */
  readonly threadUrl?: URL | undefined
}

/** The runners that the settings name, in that order; `test` shows whether they work here. */
export async function makeRunners(
  config: Config,
  { log, environment, instance, builtins = [], launcherUrl, threadUrl }: RunnerSurroundings,
): Promise<Runner[]> {
  const { job, docker } = config
  const limits = {
    memoryBytes: job.memoryLimitBytes,
    maxProcesses: job.processLimit,
    // The private /tmp of a sandbox counts too.
    outputBytes: Math.max(job.reportLimitBytes * 2, 1024 ** 3),
  }
  const make: Record<Runner['name'], () => Promise<Runner | undefined>> = {
    builtin: async () =>
      createBuiltinRunner({
        modules: { ...builtinModules(threadUrl?.href), ...modulesOf(builtins) },
        ...(threadUrl && { threadUrl }),
        maxWaitMs: job.timeoutMs,
        warn: (line) => log.warn(line),
        environment: proxyEnvironment(environment),
        privateTargets: config.analyzer.privateTargets,
        cacheFolder: keptRulesFolder(config),
      }),
    process: async () =>
      createProcessRunner({
        ...limits,
        environment,
        passEnvironment: job.env,
        sandbox: job.sandbox,
        warmPython: job.warmPython,
        sandboxPaths: job.sandboxPaths,
        serverFiles: serverFiles(config),
        catalogueFolders: await programFolders(config),
        instance,
        launcherUrl,
        log: (line) => log.info(line),
        warn: (line) => log.warn(line),
      }),
    async docker() {
      const { user, password, url } = docker.registry
      const runner = createDockerRunner({
        ...limits,
        environment,
        passEnvironment: job.env,
        instance,
        pull: docker.pull,
        user: docker.user,
        relaxed: docker.relaxed,
        ...(docker.host === undefined ? {} : { host: docker.host }),
        ...(docker.imageRegistryPrefix === undefined
          ? {}
          : { imageRegistryPrefix: docker.imageRegistryPrefix }),
        ...(user === undefined || password === undefined
          ? {}
          : { registryAuth: { username: user, password, ...(url ? { serveraddress: url } : {}) } }),
      })
      let isClean = false
      return {
        ...runner,
        async test() {
          const problem = await runner.test()
          if (problem !== undefined || isClean) return problem
          // Before the first container of ours, whenever the engine is there.
          const count = await runner.removeLeftovers()
          if (count > 0) log.warn(`removed ${count} containers left by a crash`)
          isClean = true
          return undefined
        },
      }
    },
    async kubernetes() {
      const { outputBytes } = limits
      const warn = (detail: { err: unknown }, line: string) => log.warn(detail, line)
      try {
        return await configuredKubernetes(config, { environment, instance, outputBytes, warn })
      } catch (error) {
        log.warn(`Kubernetes runner unavailable: ${(error as Error).message}`)
      }
      return undefined
    },
  }
  const runners = await Promise.all(job.runners.map((name) => make[name]()))
  return runners.filter((runner) => runner !== undefined)
}
