import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Aim, Measurement } from './result.ts'
import { median } from './statistics.ts'

const megabyte = 1024 * 1024
const sizes: Record<string, { readonly bytes: number; readonly seconds: number }> = {
  '12 bytes': { bytes: 12, seconds: 0.4 },
  '20 MB': { bytes: 20 * megabyte, seconds: 2 },
  '160 MB': { bytes: 160 * megabyte, seconds: 12 },
}
/** At its end the program reports its cost, with its threads. */
const meter = `data:text/javascript,${encodeURIComponent(
  "import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(3,JSON.stringify(process.resourceUsage())))",
)}`

/** `assay scan` of files, all analyzers and rules: processor time, which a busy machine changes little. */
export const measureFiles: Measurement = async ({ folder, program, rounds }) => {
  const cache = join(folder, 'scan-cache')
  await mkdir(cache, { mode: 0o700 })
  const numbers: Record<string, number> = {}
  const aims: Record<string, Aim> = {}
  const costs = (values: string[]) => costOf([program, 'scan', '--json', ...values], cache)
  const note = async (label: string, value: string, seconds: number, mostMiB?: number) => {
    const all: Cost[] = []
    for (let round = 0; round < rounds; round += 1) all.push(await costs([value]))
    numbers[`${label}, s of processor`] = median(all.map(({ cpu }) => cpu))
    numbers[`${label}, MiB`] = median(all.map(({ mib }) => mib))
    aims[`${label}, s of processor`] = { atMost: seconds }
    if (mostMiB !== undefined) aims[`${label}, MiB`] = { atMost: mostMiB }
  }
  // The first one compiles the rules, the others find them.
  const first = join(folder, 'scan-first')
  await writeFile(first, 'hello world\n')
  numbers['the first file of all, s of processor'] = (await costs([first])).cpu
  await note('a name', 'bench.example', 0.4)
  for (const [label, { bytes, seconds }] of Object.entries(sizes)) {
    const path = join(folder, `scan-${bytes}`)
    await writeFile(path, bytes < 100 ? 'hello world\n' : randomFillSync(Buffer.alloc(bytes)))
    await note(label, path, seconds, label === '20 MB' ? 200 : undefined)
  }
  return [{ name: 'files', what: 'assay scan of a name and of files', numbers, aims }]
}

interface Cost {
  readonly cpu: number
  readonly mib: number
}

async function costOf(args: string[], cache: string): Promise<Cost> {
  const child = spawn(process.execPath, ['--import', meter, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { ...process.env, XDG_CACHE_HOME: cache },
  })
  const told = text(child.stdio[3] as NodeJS.ReadableStream)
  const [code] = await once(child, 'close')
  // 1 is a finding, 2 something that was not examined.
  if (code !== 0 && code !== 1 && code !== 2) throw new Error(`scan ended with ${code}`)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(await told)
  return { cpu: (userCPUTime + systemCPUTime) / 1_000_000, mib: maxRSS / 1024 }
}
