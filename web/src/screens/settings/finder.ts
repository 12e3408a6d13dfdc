import { queryClient } from '../../base/data/cache.ts'
import type { Rights } from '../../base/session/rights.ts'
import { definitionsQuery } from '../organization/workers/use-workers.ts'
import { settingsEntries } from './entries.ts'
import { type Entry, findSettings } from './search.ts'

/** For the palette, which has no screen of settings around it. */
export async function settingsFinder(
  rights: Rights,
): Promise<(typed: string, most: number) => Entry[]> {
  const [analyzers = [], responders = []] = rights.administer
    ? await Promise.all([
        queryClient.fetchQuery(definitionsQuery('analyzer')),
        queryClient.fetchQuery(definitionsQuery('responder')),
      ])
    : []
  const entries = settingsEntries(rights, analyzers, responders)
  return (typed, most) => findSettings(entries, typed, most)
}
