import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Measurement } from './result.ts'
import { alternate, median } from './statistics.ts'

const many = 100

/** `assay scan` of one name, from the start to the end ÷ `node -e 0`; it is used in scripts and hooks. */
export const measureScan: Measurement = async (options) => {
  const names = Array.from({ length: many }, (_, n) => `n${n}.bench.example`)
  const scan = (values: string[]) => timeOf([options.program, 'scan', '--json', ...values])
  const hundred: number[] = []
  await scan(['bench.example'])
  const comparison = await alternate(
    options.rounds,
    async () => {
      hundred.push(await scan(names))
      return scan(['bench.example'])
    },
    () => timeOf(['-e', '0']),
  )
  return [
    {
      name: 'scan',
      what: 'assay scan of one name ÷ node -e 0',
      unit: 'ms',
      comparison,
      beside: { [`${many} names, ms each`]: median(hundred) / many },
    },
  ]
}

async function timeOf(args: string[]): Promise<number> {
  const started = performance.now()
  const [code] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit')
  // 1 is a finding, 2 an error.
  if (code !== 0 && code !== 1) throw new Error(`node ${args.join(' ')} ended with ${code}`)
  return performance.now() - started
}
