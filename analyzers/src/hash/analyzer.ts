import { defineAnalyzer, fail, type Taxonomy, taxonomy } from '../kit/index.ts'
import { algorithmsOf } from './algorithms.ts'
import { hashDescription } from './description.ts'
import { knownHashes } from './known.ts'
import { loadHashList } from './list.ts'

export const analyzer = defineAnalyzer({
  ...hashDescription,
  async run({ data }, { config }) {
    const hash = data.trim()
    const algorithms = algorithmsOf(hash)
    const [algorithm] = algorithms
    if (algorithm === undefined)
      fail(`This is no hash: ${hash.length} characters that fit no known algorithm`)

    const known = knownHashes.get(hash.toLowerCase())
    const hits = [
      ...(await lookUp(hash, 'malicious', config.malicious_lists)),
      ...(await lookUp(hash, 'safe', config.safe_lists)),
    ]
    const taxonomies: Taxonomy[] = [taxonomy('info', 'Hash', 'Algorithm', algorithm)]
    if (known) taxonomies.push(taxonomy(known.level, 'Hash', 'Known', known.name))
    for (const { level, name, list } of hits)
      taxonomies.push(taxonomy(level, 'Hash', 'Listed', name || baseName(list)))

    return {
      taxonomies,
      full: {
        hash,
        algorithm,
        algorithms,
        bits: /^[0-9a-f]+$/i.test(hash) ? hash.length * 4 : null,
        known: known ?? null,
        lists: hits,
        checkedLists: config.malicious_lists.length + config.safe_lists.length,
      },
    }
  },
})

async function lookUp(hash: string, level: 'malicious' | 'safe', paths: readonly string[]) {
  const hits = []
  for (const path of paths) {
    const name = (await loadHashList(path)).find(hash.toLowerCase())
    if (name !== undefined) hits.push({ level, list: path, name })
  }
  return hits
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
