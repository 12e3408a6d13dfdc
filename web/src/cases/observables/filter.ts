import { allOf, anyOf, contains, type Filter, is, isOneOf } from '../../response/steps.ts'

/** What is looked for among the observables of a case, as it stands in the address. */
export interface ObservableFilter {
  text: string
  type: string[]
  tag: string[]
  /** `ioc`, `sighted`; each that is named must hold. */
  only: string[]
}

export const observableFilterNames = ['q', 'type', 'tag', 'only']

export const observableFilterFrom = (params: URLSearchParams): ObservableFilter => ({
  text: params.get('q') ?? '',
  type: params.getAll('type'),
  tag: params.getAll('tag'),
  only: params.getAll('only').filter((mark) => mark === 'ioc' || mark === 'sighted'),
})

/** Undefined when every observable is wanted. */
export function observableCondition(filter: ObservableFilter): Filter | undefined {
  const wanted = plain(filter.text)
  return allOf([
    wanted !== '' &&
      anyOf([
        contains('data', wanted),
        contains('attachment.name', wanted),
        contains('message', wanted),
      ]),
    filter.type.length > 0 && isOneOf('dataType', filter.type),
    ...filter.tag.map((tag) => is('tags', tag)),
    ...filter.only.map((mark) => is(mark, true)),
  ])
}

/** People copy values from the page, where they stand defanged. */
const plain = (typed: string) =>
  typed.trim().replaceAll('[.]', '.').replaceAll('[:]', ':').replace(/^hxxp/i, 'http')
