import {
  defineAnalyzer,
  fail,
  finding,
  type Resource,
  taxonomy,
  unusableFiles,
} from '../kit/index.ts'
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
      fail(`Not a hash: ${hash.length} characters that match no known algorithm`)

    const known = knownHashes.get(hash.toLowerCase())
    const unusable = unusableFiles()
    const listed = [
      await lookUp(hash, 'malicious', config.malicious_lists, unusable),
      await lookUp(hash, 'safe', config.safe_lists, unusable),
    ] as const
    const hits = listed.flatMap((found) => found.hits)
    const checkedLists = listed[0].checked + listed[1].checked
    unusable.failIfNothingElse(checkedLists)
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
        checkedLists,
        ...(unusable.reasons.length > 0 ? { incomplete: unusable.reasons } : {}),
      },
      ...(listed[0].checked === 0 ? { notJudged: 'no bad-hash list configured' } : {}),
    }
  },
})

const worth = { malicious: 'bad', safe: 'good' } as const

async function lookUp(
  hash: string,
  level: 'malicious' | 'safe',
  lists: readonly Resource[],
  unusable: ReturnType<typeof unusableFiles>,
) {
  const hits: { level: 'malicious' | 'safe'; list: string; name: string }[] = []
  let checked = 0
  for (const file of lists.flatMap(({ files }) => files)) {
    const list = await unusable.attempt(() => loadHashList(file))
    if (!list) continue
    checked += 1
    const name = list.get(hash.toLowerCase())
    if (name !== undefined) hits.push({ level, list: file.name, name })
  }
  return { hits, checked }
}
