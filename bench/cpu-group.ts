import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Served } from './child.ts'

const roots = [
  {
    folder: '/sys/fs/cgroup/cpuacct',
    file: 'cpuacct.usage',
    msOf: (text: string) => Number(text) / 1e6,
  },
  {
    folder: '/sys/fs/cgroup',
    file: 'cpu.stat',
    msOf: (text: string) => Number(/^usage_usec (\d+)/m.exec(text)?.[1]) / 1000,
  },
]

/**
 * Processor time of a process and of all that it starts from now on. A control group counts also those
 * whose parent was killed before it could wait for them, as every sandbox is. Where none can be made
 * the times that parents have seen are added up, which is too little for a sandbox.
 */
export function measureCpu(served: Served): { ms(): Promise<number>; stop(): void } {
  for (const { folder, file, msOf } of roots) {
    const group = join(folder, `assay-bench-${served.pid}`)
    try {
      mkdirSync(group)
      writeFileSync(join(group, 'cgroup.procs'), String(served.pid))
      const read = () => msOf(readFileSync(join(group, file), 'utf8'))
      if (!Number.isFinite(read())) continue
      return { ms: async () => read(), stop: () => remove(group) }
    } catch {
      remove(group)
    }
  }
  return { ms: served.treeCpuMs, stop: () => {} }
}

function remove(group: string): void {
  try {
    rmdirSync(group)
  } catch {
    // A process is still in it; it is empty otherwise, and goes with the machine.
  }
}
