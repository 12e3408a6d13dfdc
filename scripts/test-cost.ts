// What the tests of one file cost: time on the clock, and processor time of the worker and of the
// programs it started. PostgreSQL serves all files at once and is not in it.
import { readdirSync, readFileSync } from 'node:fs'

export interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
}

/** So far; only differences mean something. */
export function costOfTree(): Cost {
  const { user, system } = process.cpuUsage()
  return { wallMs: performance.now(), cpuMs: (user + system) / 1000 + cpuOfPrograms() }
}

export function costSince(before: Cost): Cost {
  const now = costOfTree()
  return {
    wallMs: Math.round(now.wallMs - before.wallMs),
    // A program that its parent never waited for takes its time with it.
    cpuMs: Math.max(0, Math.round(now.cpuMs - before.cpuMs)),
  }
}

/** USER_HZ is 100 on every Linux that Node runs on. */
const msPerTick = 10

/** Those that ended, and those that run: a browser lives as long as its worker. */
function cpuOfPrograms(): number {
  if (process.platform !== 'linux') return 0
  const all = processes()
  const children = Map.groupBy(all, ({ parent }) => parent)
  const own = all.find(({ pid }) => pid === process.pid)
  let ticks = own?.waitedFor ?? 0
  const open = [...(children.get(process.pid) ?? [])]
  for (const each of open) {
    ticks += each.own + each.waitedFor
    open.push(...(children.get(each.pid) ?? []))
  }
  return ticks * msPerTick
}

function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? [])
}

function processOf(pid: number) {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended since.
    return undefined
  }
  // The name is in brackets and may contain anything; what follows are numbers, see proc(5).
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, user = 0, system = 0, children = 0, childrenSystem = 0] = [
    fields[1],
    ...fields.slice(11, 15),
  ]
  return { pid, parent, own: user + system, waitedFor: children + childrenSystem }
}
