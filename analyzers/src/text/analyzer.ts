import { kindNames } from '@assay/contract/detect'
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
    // A coin that somebody asks about is of the same type as the text that it is found in.
    const own = isFile(observable) ? undefined : observable.data.trim()
    const worthwhile = observables.filter((found) => !('leftOut' in found) && found.value !== own)
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
        .map(({ dataType, value, kind }) =>
          artifact(dataType, value, kind ? { message: kindNames[kind], tags: [kind] } : {}),
        ),
    }
  },
})

function countsOf(observables: readonly Found[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { dataType, kind = dataType } of observables) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
