import type { Job } from '@assay/contract'
import type { Observed } from '../model/observable.ts'

/** What a dossier is about. A file is named by its SHA-256 or its name. */
export interface Subject {
  readonly dataType: string
  readonly value: string
}

export function subjectQuery({ dataType, value }: Subject): Record<string, unknown> {
  const isValue =
    dataType === 'file'
      ? { _or: [{ 'attachment.id': value.toLowerCase() }, { 'attachment.name': value }] }
      : { data: value }
  return { _and: [isValue, { dataType }, { type: 'analyzer' }] }
}

/** The steps that find where the platform knows it, up to the first ones of them. */
export function platformSteps({ dataType, value }: Subject, holder: 'case' | 'alert') {
  const isValue =
    dataType === 'file'
      ? { _or: [is('attachment.id', value.toLowerCase()), is('attachment.name', value)] }
      : is('data', value)
  return [
    { _name: 'listObservable' },
    { _name: 'filter', _and: [is('dataType', dataType), isValue] },
    { _name: holder },
    { _name: 'page', from: 0, to: 20 },
  ]
}

const is = (field: string, value: string) => ({ _field: field, _value: value })

/** As the newest job knows it: with name and size of the file. */
export const observedAs = ({ dataType, value }: Subject, newest: Job | undefined): Observed =>
  newest ?? { dataType, data: value }
