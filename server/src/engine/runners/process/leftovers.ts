import { findMarked, signalOne } from '../process-tree.ts'

/**
 * Ends what a program left running when it ended by itself. Looking through all processes takes a few
 * milliseconds, more than a small program runs; so all jobs of a second share one look.
 */
export function sweepLeftovers(onFound: () => void, afterMs = 1000) {
  let marks = new Set<string>()

  const sweep = () => {
    const ended = marks
    marks = new Set()
    // Repeated until none is left: one of them may have forked between the look and the signal.
    for (let round = 0; round < 20; round += 1) {
      const pids = findMarked((mark) => ended.has(mark))
      if (pids.length === 0) return
      for (const pid of pids) signalOne(pid, 'SIGKILL')
      onFound()
    }
  }
  return {
    add(mark: string) {
      if (marks.size === 0) setTimeout(sweep, afterMs).unref()
      marks.add(mark)
    },
  }
}
