import { defineAnalyzer, fail, finding, type Resource, taxonomy } from '../kit/index.ts'
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
    return {
      taxonomies: [taxonomy('info', 'Hash', 'Algorithm', algorithm)],
      findings: [
        ...(known ? [finding(`hash.known-${worth[known.level]}`, { value: known.name })] : []),
        ...hits.map(({ level, name, list }) =>
          finding(`hash.listed-${worth[level]}`, { value: name || list, list }),
        ),
      ],
      full: {
        hash,
        algorithm,
        algorithms,
        bits: /^[0-9a-f]+$/i.test(hash) ? hash.length * 4 : null,
        known: known ?? null,
        lists: hits,
        checkedLists: [...config.malicious_lists, ...config.safe_lists].flatMap(
          ({ files }) => files,
        ).length,
      },
    }
  },
})

const worth = { malicious: 'bad', safe: 'good' } as const

async function lookUp(hash: string, level: 'malicious' | 'safe', lists: readonly Resource[]) {
  const hits = []
  for (const file of lists.flatMap(({ files }) => files)) {
    const name = (await loadHashList(file)).get(hash.toLowerCase())
    if (name !== undefined) hits.push({ level, list: file.name, name })
  }
  return hits
}
