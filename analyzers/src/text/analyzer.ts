import { archiveForm, formHeadLength, isPackedForm } from '../formats/archive-forms.ts'
import { artifact, defineAnalyzer, finding, isFile, taxonomy } from '../kit/index.ts'
import { type Found, kindOf, makeCollection } from './collect.ts'
import { type Encoding, encodingOf, textWindows } from './decode.ts'
import { textDescription } from './description.ts'
import { reasonToLeaveOut } from './noise.ts'

export const analyzer = defineAnalyzer({
  ...textDescription,
  async run(observable, { config }) {
    const collection = makeCollection()
    let encoding: Encoding | null = null
    if (isFile(observable)) {
      const form = archiveForm(await observable.bytes(0, formHeadLength))
      // Between packed bytes there are only names of archive entries, such as `main.rs`.
      if (form && isPackedForm(form)) return ofArchive(form)
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
    // A coin address as observable has the same type as the text that it is found in.
    const own = isFile(observable) ? undefined : observable.data.trim()
    const worthwhile = observables.filter((found) => !('leftOut' in found) && found.value !== own)
    const counts = countsOf(observables)
    const leftOut = [
      ...(collection.isFull ? [`more than ${observables.length} observables found`] : []),
      ...(worthwhile.length > config.max_artifacts
        ? [`${worthwhile.length} observables found, ${config.max_artifacts} extracted`]
        : []),
    ]
    return {
      taxonomies:
        observables.length === 0
          ? [taxonomy('info', 'Text', 'Observables', 0)]
          : Object.entries(counts).map(([type, count]) => taxonomy('info', 'Text', type, count)),
      namespace: 'Text',
      findings: Object.entries(counts).map(([type, count]) =>
        finding('text.found', { type, count, first: firstOf(observables, type) }),
      ),
      full: {
        encoding,
        counts,
        observables,
        isComplete: !collection.isFull,
        ...(leftOut.length > 0 ? { incomplete: leftOut } : {}),
        artifacts: Math.min(worthwhile.length, config.max_artifacts),
      },
      artifacts: worthwhile
        .slice(0, Math.max(0, config.max_artifacts))
        .map((found) => artifact(found.dataType, found.value, kindOf(found))),
    }
  },
})

const ofArchive = (form: string) => ({
  taxonomies: [],
  full: { archive: form, note: 'Archive: its files are searched after unpacking.' },
})

const firstOf = (observables: readonly Found[], type: string) =>
  observables.find(({ dataType, kind = dataType }) => kind === type)?.value ?? ''

function countsOf(observables: readonly Found[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { dataType, kind = dataType } of observables) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
