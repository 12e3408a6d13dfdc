import { defineAnalyzer, type Level, type Resource, taxonomy } from '../kit/index.ts'
import { listsDescription } from './description.ts'
import { listFiles, listName, loadPlainList } from './files.ts'
import type { Wanted } from './matcher.ts'
import { wantedOf } from './wanted.ts'
import { loadWarningList } from './warning-lists.ts'

interface Hit {
  readonly level: Level
  readonly list: string
  readonly entry: string
}

const maxBadges = 10

export const analyzer = defineAnalyzer({
  ...listsDescription,
  async run({ dataType, data }, { config }) {
    const wanted = wantedOf(dataType, data)
    const sources = [
      ['malicious', config.block_lists],
      ['suspicious', config.watch_lists],
      ['safe', config.allow_lists],
    ] as const
    const hits: Hit[] = []
    let checked = 0
    for (const [level, resources] of sources)
      for (const file of listFiles(resources)) {
        checked += 1
        const entry = (await loadPlainList(file)).find(wanted)
        if (entry !== undefined) hits.push({ level, list: listName(file), entry })
      }
    const warnings = await warningHits(config.warning_lists, wanted)
    const all = [...hits, ...warnings.hits]
    const checkedLists = checked + warnings.checked
    return {
      taxonomies:
        all.length === 0
          ? // Without lists there is nothing to be said, not even that nothing was found.
            checkedLists === 0
            ? []
            : [taxonomy('info', 'Lists', 'Hits', 0)]
          : all
              .slice(0, maxBadges)
              .map(({ level, list }) => taxonomy(level, 'Lists', predicates[level], list)),
      full: { hits: all, checkedLists },
    }
  },
})

const predicates: Readonly<Record<Level, string>> = {
  malicious: 'Blocked',
  suspicious: 'Watched',
  safe: 'Allowed',
  info: 'Warning',
}

/** A warning list says "this is common", never "this is good": its hits judge nothing. */
async function warningHits(resources: readonly Resource[], wanted: Wanted) {
  const hits: Hit[] = []
  const files = listFiles(resources, (name) => name.endsWith('.json'))
  for (const file of files) {
    const { title, find } = await loadWarningList(file)
    const entry = find(wanted)
    if (entry !== undefined) hits.push({ level: 'info', list: title ?? file.name, entry })
  }
  return { hits, checked: files.length }
}
