import type { CaseV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { allOf, anyOf, contains, is, listedSteps } from '../../base/data/steps.ts'

export interface CaseSearch {
  /** A number (`412`, `#412`) or a part of the title. */
  readonly wanted: string
  readonly isAlsoClosed: boolean
}

export const caseFilterFor = ({ wanted, isAlsoClosed }: CaseSearch) => {
  const part = wanted.trim()
  const number = /^#?(\d{1,15})$/.exec(part)?.[1]
  return allOf([
    !isAlsoClosed && is('status', 'Open'),
    part !== '' &&
      anyOf([contains('title', part), ...(number ? [is('number', Number(number))] : [])]),
  ])
}

const maxFound = 20

export const useCaseSearch = (search: CaseSearch) =>
  useQuery({
    queryKey: keyOf('cases', 'picker', search),
    queryFn: ({ signal }) =>
      runQuery<CaseV1>(
        listedSteps('Case', {
          filter: caseFilterFor(search),
          sort: ['-startDate'],
          size: maxFound,
          more: { extraData: ['total'] },
        }),
        { name: 'case-picker', signal },
      ),
    placeholderData: (previous) => previous,
  })
