// Starts the same program on the same job folders, with as many at once as the program has slots,
// and does nothing else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { treeCpuMs } from './child.ts'

export interface SpawnPlan {
  script: string
  /** Where the job folders are made. */
  root: string
  count: number
  slots: number
  /** What `input.json` holds. */
  input: string
  /** Makes, reads and removes each folder inside the measured time, too. */
  withFolders: boolean
}

function makeFolder(folder: string, input: string): void {
  mkdirSync(join(folder, 'input'), { recursive: true, mode: 0o700 })
  mkdirSync(join(folder, 'output'), { mode: 0o700 })
  writeFileSync(join(folder, 'input', 'input.json'), input)
}

const readReport = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'output', 'output.json'), 'utf8'))

async function runOne({ script, root }: SpawnPlan, folder: string): Promise<void> {
  const child = spawn(script, [folder], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout.resume()
  child.stderr.resume()
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The program ended with ${code}`)
}

export interface SpawnAnswer {
  ms: number
  /** Processor time, that of the programs included. */
  cpuMs: number
}

async function run(plan: SpawnPlan): Promise<SpawnAnswer> {
  const folders = Array.from({ length: plan.count }, (_, n) => join(plan.root, `job-${n}`))
  if (!plan.withFolders) for (const folder of folders) makeFolder(folder, plan.input)
  const waiting = [...folders]
  const cpuBefore = await treeCpuMs(process.pid)
  const started = performance.now()
  const slot = async () => {
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (plan.withFolders) makeFolder(folder, plan.input)
      await runOne(plan, folder)
      if (!plan.withFolders) continue
      readReport(folder)
      rmSync(folder, { recursive: true })
    }
  }
  await Promise.all(Array.from({ length: plan.slots }, slot))
  const ms = performance.now() - started
  const cpuMs = (await treeCpuMs(process.pid)) - cpuBefore
  if (!plan.withFolders) for (const folder of folders) readReport(folder)
  rmSync(plan.root, { recursive: true, force: true })
  return { ms, cpuMs }
}

process.on('message', (plan: SpawnPlan) => {
  // A failure ends this process, and the waiting parent is notified.
  void run(plan).then((answer) => process.send?.(answer))
})
