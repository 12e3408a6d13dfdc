import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { diskWaits, type ProberOptions } from './prober.ts'

/**
 * How long the disk takes to keep a few bytes, again and again, in a separate thread: the measuring
 * one must have nothing to do but wait for the answer. Times are those of `process.hrtime`, which
 * threads share; what the thread waited for a processor is not the disk's.
 */
const { folder, pid, disk } = workerData as ProberOptions
const { isStopped, writes, count } = diskWaits(disk)

const now = () => Number(process.hrtime.bigint()) / 1e6
const waitedForProcessor = () => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

const path = `${folder}/prober-${pid}`
const file = openSync(path, 'w')
while (Atomics.load(isStopped, 0) === 0) {
  const [from, before] = [now(), waitedForProcessor()]
  writeSync(file, 'x')
  fsyncSync(file)
  const to = now()
  const at = (Atomics.load(isStopped, 1) % count) * 3
  writes[at] = from
  writes[at + 1] = to
  writes[at + 2] = Math.max(0, to - from - (waitedForProcessor() - before))
  Atomics.add(isStopped, 1, 1)
  Atomics.wait(isStopped, 0, 0, 50)
}
closeSync(file)
rmSync(path, { force: true })
