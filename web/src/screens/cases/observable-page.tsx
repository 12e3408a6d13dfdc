import { useEffect } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { currentLocation, navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { text } from '../../base/texts/index.ts'
import { MissingPage } from '../../base/ui/missing-page.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { Answer, Loading } from '../../base/ui/states.tsx'
import { useObservable } from './observables/data.ts'

/** Longer ones are refused on the way; such a text is named by its copy. */
const longestAddress = 4_000

/** An observable of a case is a value, seen from that case. */
export function ObservablePage({ params: { caseId = '', id = '' } }: ScreenProps) {
  const found = useObservable(id)
  const row = found.data
  const own = row && valuePath(row)
  const target =
    own === undefined
      ? undefined
      : own.length <= longestAddress
        ? `${own}&${new URLSearchParams({ case: caseId })}`
        : `/observables?${new URLSearchParams({ observable: id, case: caseId })}`
  useEffect(() => {
    if (target && currentLocation().path === path`/cases/${caseId}/observables/${id}`)
      navigate(target, { replace: true })
  }, [target, caseId, id])
  const back = <Link to={path`/cases/${caseId}`}>{text('cases.back')}</Link>
  return (
    <Answer
      query={found}
      missing={<MissingPage what={text('cases.observable')} id={id} back={back} />}
    >
      {() => <Loading />}
    </Answer>
  )
}
