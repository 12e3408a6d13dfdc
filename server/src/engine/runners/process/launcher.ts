// A small process that starts programs for the server and watches over them. It ends, and all that it
// started with it, as soon as the server is gone.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { killTrees, markName } from '../process-tree.ts'
import { watchLimits } from '../program-limits.ts'
import { CannotRun, ProgramLost, type RunResult } from '../runner.ts'
import type { WarmState } from '../warm-state.ts'
import { openFilterFile, withFilter } from './filter-file.ts'
import { makeFolderAtOnce, makeRemover, takeReport } from './launcher-folder.ts'
import type {
  LauncherAnswer,
  LauncherMessage,
  LauncherSetup,
  LaunchRequest,
} from './launcher-protocol.ts'
import { sweepLeftovers } from './leftovers.ts'
import { makeStarters } from './starter.ts'
import { type Supervised, supervise } from './supervise.ts'
import { zygotePool } from './warm-python/pool.ts'

function makeLauncher(
  {
    mark,
    environment,
    limits,
    graceMs,
    lookEveryMs,
    warmPolicy: policy,
    isFiltered: hasFilter,
  }: LauncherSetup,
  onState: (state: WarmState) => void,
) {
  const filterFile = hasFilter ? openFilterFile() : undefined
  const starters = makeStarters({
    // The mark lets a successor find a starter whose launcher is gone.
    environment: { ...environment, [markName]: `${mark}.starter` },
    limits,
    filterFile,
  })
  const watch = watchLimits(limits, lookEveryMs)
  const zygotes = zygotePool({
    ...{ mark, environment, limits, watch, policy, onState },
    isFiltered: hasFilter,
  })
  const leftovers = sweepLeftovers(starters.renew)
  const remover = makeRemover()
  const running = new Map<number, Supervised>()

  async function run(request: LaunchRequest): Promise<RunResult> {
    const { id, folder, newFolder, isSandboxed } = request
    if (newFolder) makeFolderAtOnce(folder, newFolder)
    if (isSandboxed) mkdirSync(join(folder, 'tmp'), { mode: 0o700, recursive: true })
    const isFiltered = isSandboxed && filterFile !== undefined
    const wrapper = isFiltered ? withFilter(request.wrapper) : request.wrapper
    const program = supervise({ ...request, wrapper }, `${mark}.${id}`, {
      ...{ starters, zygotes, watch, graceMs },
    })
    running.set(id, program)
    const result = await program.result.finally(() => running.delete(id))
    leftovers.add(program.mark)
    // Of a program that was ended from outside, the server removes what is left, and waits for it.
    const hasEndedItself = !program.isEndedFromOutside()
    const report = newFolder && hasEndedItself ? takeReport(folder) : undefined
    if (!report) return result
    await remover.add(folder)
    return { ...result, report }
  }

  return {
    run,
    end: (id: number) => running.get(id)?.end(),
    async finish() {
      await Promise.all([remover.finish(), zygotes.end()])
    },
    endAll() {
      const leaders = [...running.values()].map((program) => program.leader())
      killTrees(
        leaders.filter((pid) => pid !== undefined),
        (found) => found.startsWith(`${mark}.`),
      )
    },
  }
}

function serve(send: (answer: LauncherAnswer) => void): void {
  let launcher: ReturnType<typeof makeLauncher> | undefined
  const perform: {
    [T in LauncherMessage['type']]: (message: Extract<LauncherMessage, { type: T }>) => void
  } = {
    setup(message) {
      launcher = makeLauncher(message, (state) => send({ type: 'warm', state }))
      send({ type: 'ready' })
    },
    run(message) {
      const { id } = message
      launcher?.run(message).then(
        (result) => send({ type: 'done', id, result }),
        (error: Error) => {
          const isForPeople = error instanceof CannotRun
          const isLost = error instanceof ProgramLost
          send({ type: 'refused', id, reason: error.message, isForPeople, isLost })
        },
      )
    },
    end: ({ id }) => launcher?.end(id),
  }
  process.on('message', (message: LauncherMessage) => perform[message.type](message as never))
  const endAll = async (code: number) => {
    launcher?.endAll()
    await launcher?.finish()
    process.exit(code)
  }
  // The server has let us go, or it is dead: the kernel closes the channel in either case.
  process.on('disconnect', () => void endAll(0))
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`, () => void endAll(1))
  })
  // A service manager signals all processes at once; ours end when the server says so.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
}

if (process.send) serve((answer) => process.send?.(answer, undefined, undefined, () => {}))
