import { findMarked, signalOne } from './process-tree.ts'

/**
 * Ends what a program left running when it ended by itself. Looking through all processes takes a few
 * milliseconds, more than a small program runs; so all jobs of a second share one look.
 */
export function sweepLeftovers(afterMs = 1000) {
  let marks = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const sweep = async () => {
    timer = undefined
    const ended = marks
    marks = new Set()
    // Again until there is nobody: one of them may have forked between the look and the signal.
    for (let round = 0; round < 20; round += 1) {
      const pids = await findMarked(ended)
      if (pids.length === 0) return
      for (const pid of pids) signalOne(pid, 'SIGKILL')
    }
  }
  return {
    add(mark: string) {
      marks.add(mark)
      timer ??= setTimeout(() => sweep().catch(() => {}), afterMs).unref()
    },
    async stop() {
      clearTimeout(timer)
      await sweep()
    },
  }
}
