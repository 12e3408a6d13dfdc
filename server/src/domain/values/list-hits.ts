import { JsonTextError } from '../json-text.ts'
import type { ListHit } from './history-runs.ts'
import type { SaidReason } from './said.ts'
import { saidInBody } from './said-in-body.ts'

const readers = ['Assay_Lists', 'Assay_Feeds'] as const

/** Names of programs that look an observable up in lists and feeds, as the beginning of their definitions. */
export const listReaders: readonly string[] = readers.map((name) => `${name}_`)

/** Only of these their reports are read again for the history. */
export const readsLists = (definition: string): boolean =>
  listReaders.some((start) => definition.startsWith(start))

const ofLists = ['lists.blocked', 'lists.watched', 'lists.allowed', 'lists.warning']
const ofFeeds = ['feeds.malicious', 'feeds.suspicious', 'feeds.noted', 'feeds.host']

/** As many reasons as are kept of a report: with more hits it is not known which are missing. */
const mostKnown = 5

// guards: list-hits.test.ts
function hitsIn(reasons: readonly SaidReason[]): ListHit[] | undefined {
  if (reasons.length > mostKnown) return undefined
  return reasons.flatMap(({ id = '', parameters }): ListHit[] => {
    const name = (key: string) => String(parameters?.[key] ?? '')
    if (ofLists.includes(id)) return [{ list: name('list'), source: 'list' }]
    return ofFeeds.includes(id) ? [{ list: name('feed'), source: 'feed' }] : []
  })
}

/** The lists and feeds on which a stored report says that its observable is. */
export function hitsInBody(body: string): ListHit[] | undefined {
  try {
    const hits = hitsIn(saidInBody(body, true).reasons)
    return hits?.every(({ list }) => list !== '') ? hits : undefined
  } catch (error) {
    // Of an unreadable report nothing is known.
    if (error instanceof JsonTextError) return undefined
    throw error
  }
}
