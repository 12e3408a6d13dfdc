import type { contract, Input, InvestigationValue } from '@assay/contract'

type NewObservable = Input<typeof contract.createCaseObservableV1>

export type CaseValue = Pick<
  InvestigationValue,
  'dataType' | 'data' | 'hash' | 'filename' | 'reasons'
>

const maxMessage = 1000

/** Each value with its reason; values of one type without a result are grouped. */
export function callsFor(values: readonly CaseValue[]): NewObservable[] {
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
