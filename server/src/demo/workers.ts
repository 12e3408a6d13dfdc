import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Deps } from '../deps.ts'
import { builtinDefinitions } from '../engine/catalogue/builtin.ts'
import { insertEnabled, type NewWorker } from '../engine/workers/enable.ts'
import type { WorkerRow } from '../engine/workers/store.ts'
import { allowList, blockList, laterBlocked, watchList, yaraRules } from './samples.ts'
import { demoCaller, demoOrganization, demoOrigin } from './users.ts'

/** Settings of each built-in that has any, by its name. */
export type Configurations = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface DemoLists {
  /** As they are now, and as the workers have them. */
  readonly now: Configurations
  /** Before the block list learned of its newest entries. */
  readonly earlier: Configurations
}

/** Lists and rules as files of the data folder, where whoever is curious may change them. */
export async function writeLists({ config }: Pick<Deps, 'config'>): Promise<DemoLists> {
  const folder = join(resolve(config.data.dir), 'lists')
  await mkdir(join(folder, 'earlier'), { recursive: true, mode: 0o700 })
  const write = async (name: string, lines: readonly string[]) => {
    const path = join(folder, name)
    await writeFile(path, `${lines.join('\n')}\n`)
    return path
  }
  const known = await write('earlier/block.txt', blockList)
  const block = await write('block.txt', [...blockList, ...laterBlocked])
  const others = {
    watch_lists: [await write('watch.txt', watchList)],
    allow_lists: [await write('allow.txt', allowList)],
  }
  const rules = await write('demo.yar', [yaraRules])
  const common: Configurations = {
    Assay_Domain: { brands: ['example-bank.example', 'corp.example'], well_known_brands: false },
    Assay_Url: { brands: ['example-bank.example', 'corp.example'], well_known_brands: false },
    Assay_Yara: { rules: [rules], level: 'malicious' },
    Assay_Tag: { tags: ['contained'] },
    Assay_Webhook: {
      url: 'https://tickets.corp.invalid/hook',
      secret: 'only-for-the-demonstration',
    },
    Assay_SendMail: {
      host: 'mail.corp.invalid',
      from: 'soc@corp.example',
      to: ['on-call@corp.example'],
    },
  }
  return {
    now: { ...common, Assay_Lists: { block_lists: [block], ...others } },
    earlier: { ...common, Assay_Lists: { block_lists: [known], ...others } },
  }
}

/** So that the gauges of quotas have something to show; far above what the demonstration needs. */
const limits: Readonly<Record<string, Pick<NewWorker, 'rate' | 'rateUnit'>>> = {
  Assay_Domain: { rate: 300, rateUnit: 'Day' },
  Assay_Lists: { rate: 200, rateUnit: 'Hour' },
  Assay_Rdap: { rate: 500, rateUnit: 'Month' },
  Assay_Yara: { rate: 250, rateUnit: 'Month' },
}

/** Every built-in, under the name that clients know its definition by. */
export async function enableAll(
  deps: Deps,
  configurations: Configurations,
): Promise<ReadonlyMap<string, WorkerRow>> {
  const caller = demoCaller('admin')
  return await deps.db.transaction().execute(async (tx) => {
    const workers = new Map<string, WorkerRow>()
    for (const definition of builtinDefinitions) {
      const row = await insertEnabled(deps, tx, demoOrganization, caller, demoOrigin, definition, {
        name: definition.id,
        configuration: { ...configurations[definition.name] },
        ...limits[definition.name],
      })
      workers.set(definition.name, row)
    }
    return workers
  })
}
