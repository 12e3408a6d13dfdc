import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { machine } from './machine.ts'
import { parseStat, startOf } from './process-tree.ts'

/** Tells machine, process and start apart: a process number alone comes back after a restart. */
export const newOwner = () => `${ownProcess()}${randomUUID()}`

export const ownProcess = () => `${machine}/${process.pid}/${startOf(process.pid) ?? ''}.`

/** Another start on this machine whose process is gone: what it began need not wait. */
export function isDead(owner: string | null, self?: string): boolean {
  const [place, pid, start] = (owner ?? '').split('/')
  // guard: server/test/engine/lost-jobs.test.ts
  if (owner === self || place !== machine) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return hasEnded(Number(pid), start?.includes('.') ? Number(start.split('.')[0]) : 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Its exit status was not collected yet, or its number has been reused since. */
function hasEnded(pid: number, startedAt: number): boolean {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // Not Linux, or not ours to see.
    return false
  }
  const info = parseStat(pid, stat)
  return info === undefined || (startedAt > 0 && info.startedAt !== startedAt)
}
