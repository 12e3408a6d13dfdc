import { artifact, defineAnalyzer, isFile, taxonomy } from '../kit/index.ts'
import { type Found, makeCollection } from './collect.ts'
import { type Encoding, encodingOf, textWindows } from './decode.ts'
import { textDescription } from './description.ts'
import { reasonToLeaveOut } from './noise.ts'

export const analyzer = defineAnalyzer({
  ...textDescription,
  async run(observable, { config }) {
    const collection = makeCollection()
    let encoding: Encoding | null = null
    if (isFile(observable)) {
      encoding = await encodingOf(observable)
      for await (const text of textWindows(observable, encoding)) {
        collection.add(text)
        if (collection.isFull) break
      }
    } else collection.add(observable.data)

    const limits = {
      ownDomains: config.own_domains,
      withReserved: config.reserved_addresses,
    }
    const observables = collection.list().map((found) => {
      const leftOut = reasonToLeaveOut(found, limits)
      return { ...found, ...(leftOut === undefined ? {} : { leftOut }) }
    })
    const worthwhile = observables.filter((found) => !('leftOut' in found))
    const counts = countsOf(observables)
    return {
      taxonomies:
        observables.length === 0
          ? [taxonomy('info', 'Text', 'Observables', 0)]
          : Object.entries(counts).map(([type, count]) => taxonomy('info', 'Text', type, count)),
      full: {
        encoding,
        counts,
        observables,
        isComplete: !collection.isFull,
        artifacts: Math.min(worthwhile.length, config.max_artifacts),
      },
      artifacts: worthwhile
        .slice(0, Math.max(0, config.max_artifacts))
        .map(({ dataType, value }) => artifact(dataType, value)),
    }
  },
})

function countsOf(observables: readonly Found[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { dataType } of observables) counts[dataType] = (counts[dataType] ?? 0) + 1
  return counts
}
