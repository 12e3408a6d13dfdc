import {
  defineAnalyzer,
  type Finding,
  finding,
  type Resource,
  starterContent,
  taxonomy,
  unusableFiles,
} from '../kit/index.ts'
import { listsDescription } from './description.ts'
import { listFiles, listName, loadPlainList } from './files.ts'
import type { Wanted } from './matcher.ts'
import { wantedOf } from './wanted.ts'
import { loadWarningList } from './warning-lists.ts'

const ids = {
  malicious: 'lists.blocked',
  suspicious: 'lists.watched',
  safe: 'lists.allowed',
  info: 'lists.warning',
} as const

interface Hit {
  readonly level: keyof typeof ids
  readonly list: string
  readonly entry: string
}

const maxHits = 10

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
    const unusable = unusableFiles()
    let checked = 0
    for (const [level, resources] of sources)
      for (const file of listFiles(resources)) {
        const list = await unusable.attempt(() => loadPlainList(file))
        if (!list) continue
        checked += 1
        const entry = list.find(wanted)
        if (entry !== undefined) hits.push({ level, list: listName(file), entry })
      }
    const warnings = await warningHits(config.warning_lists, wanted, unusable)
    unusable.failIfNothingElse(checked + warnings.checked)
    const all = [...hits, ...warnings.hits]
    const checkedLists = checked + warnings.checked
    // They name hosts; every file has three hashes, which would read them for nothing.
    const services = config.starter_lists && dataType !== 'hash' ? await servicesOf(wanted) : []
    return {
      // Without lists there is no result, not even that nothing was found.
      taxonomies:
        all.length === 0 && checkedLists > 0 ? [taxonomy('info', 'Lists', 'Hits', 0)] : [],
      namespace: 'Lists',
      findings: [
        ...all
          .slice(0, maxHits)
          .map(({ level, list, entry }) => finding(ids[level], { list, entry })),
        ...services,
      ],
      full: {
        hits: all,
        checkedLists,
        ...(unusable.reasons.length > 0 ? { incomplete: unusable.reasons } : {}),
      },
      ...(checked === 0 ? { notJudged: 'no list configured' } : {}),
    }
  },
})

/** What sort of service a host belongs to, by the lists that come with the program. */
async function servicesOf(wanted: Wanted): Promise<Finding[]> {
  const found: Finding[] = []
  for (const file of starterContent('lists').files) {
    const entry = (await loadPlainList(file)).find(wanted)
    if (entry !== undefined)
      found.push(finding('lists.service', { list: listName(file).replaceAll('-', ' '), entry }))
  }
  return found
}

const shownEntry = 80

function unusedOf(title: string, [first = '', ...others]: readonly string[]): string {
  const shown = first.length > shownEntry ? `${first.slice(0, shownEntry)}…` : first
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `Unsupported entries of warning list “${title}” were not compared: ${shown}${more}`
}

/** A warning list says "this is common", never "this is good": its hits judge nothing. */
async function warningHits(
  resources: readonly Resource[],
  wanted: Wanted,
  unusable: ReturnType<typeof unusableFiles>,
) {
  const hits: Hit[] = []
  const files = listFiles(resources, (name) => name.endsWith('.json'))
  let checked = 0
  for (const file of files) {
    const list = await unusable.attempt(() => loadWarningList(file))
    if (!list) continue
    checked += 1
    const entry = list.find(wanted)
    const title = list.title ?? file.name
    if (entry !== undefined) hits.push({ level: 'info', list: title, entry })
    // Where one of its entries was found, the others do not matter.
    else if (list.unused.length > 0) unusable.reasons.push(unusedOf(title, list.unused))
  }
  return { hits, checked }
}
