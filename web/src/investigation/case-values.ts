import type { contract, Input, InvestigationValue } from '@assay/contract'

type NewObservable = Input<typeof contract.createCaseObservableV1>

const maxMessage = 1000

/** Each value with its reason; those of one type that nothing is said about go together. */
export function callsFor(values: readonly InvestigationValue[]): NewObservable[] {
  const quiet = new Map<string, string[]>()
  const calls: NewObservable[] = []
  for (const { dataType, data, hash, filename, reasons } of values) {
    const message = reasons
      .map(({ text }) => text)
      .join(' ')
      .slice(0, maxMessage)
    const said = message === '' ? {} : { message }
    if (hash !== undefined)
      calls.push({ dataType: 'file', attachment: { id: hash, name: filename ?? hash }, ...said })
    else if (message !== '') calls.push({ dataType, data: [data ?? ''], ...said })
    else quiet.set(dataType, [...(quiet.get(dataType) ?? []), data ?? ''])
  }
  return [...calls, ...[...quiet].map(([dataType, data]) => ({ dataType, data }))]
}
