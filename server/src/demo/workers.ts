import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ResourceLocation } from '@assay/analyzers'
import type { Deps } from '../deps.ts'
import { uploadReference } from '../domain/resource.ts'
import { builtinDefinitions } from '../engine/catalogue/builtin.ts'
import { saveResource } from '../engine/resources/store.ts'
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
  /** What the references in both stand for. */
  readonly locations: Readonly<Record<string, ResourceLocation>>
}

/**
 * Lists and rules, as files that the organization has uploaded. The analyzers that make the past run
 * before there is an engine that could hand them over, so they read copies in the data folder.
 */
export async function uploadLists(deps: Deps): Promise<DemoLists> {
  const folder = join(resolve(deps.config.data.dir), 'lists')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const locations: Record<string, ResourceLocation> = {}
  const write = async (name: string, lines: readonly string[]) => {
    const content = `${lines.join('\n')}\n`
    const path = join(folder, name)
    await writeFile(path, content)
    const reference = uploadReference(name)
    locations[reference] = { name, path }
    const staged = await deps.blobs.stage(Readable.from([Buffer.from(content)]))
    await staged.keep()
    await saveResource(deps.db, {
      organization: demoOrganization,
      name,
      attachment_id: staged.sha256,
      size: staged.size,
      created_at: deps.clock.now(),
      created_by: demoCaller('admin').login,
    })
    return reference
  }
  const known = await write('block-last-month.txt', blockList)
  const block = await write('block.txt', [...blockList, ...laterBlocked])
  const others = {
    watch_lists: [await write('watch.txt', watchList)],
    allow_lists: [await write('allow.txt', allowList)],
  }
  const rules = await write('demo.yar', [yaraRules])
  const common: Configurations = {
    Assay_Domain: { brands: ['example-bank.example', 'corp.example'] },
    Assay_Url: { brands: ['example-bank.example', 'corp.example'] },
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
    locations,
  }
}

/** So the gauges of quotas have something to show; far above what the demo needs. */
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
