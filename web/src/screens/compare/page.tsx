import './compare.css'
import type { Job } from '@assay/contract'
import { useEffect } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { currentLocation, navigate, useLocation, useSearch } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Empty, Loading } from '../../base/ui/states.tsx'
import { ChooseOther } from './choose-other.tsx'
import { Comparison } from './comparison.tsx'
import { useReport } from './use-report.ts'

/** Longer ones are refused on the way. */
const longestAddress = 4_000

/**
 * Leads to the value of the newer report, where the two stand side by side. Responders have no value,
 * and a long text has no address: their reports are compared here.
 */
export function ComparePage() {
  const { params, set } = useSearch()
  const { search } = useLocation()
  const [a, b] = [params.get('a') ?? '', params.get('b') ?? '']
  const newer = useReport(b || a)
  const target = newer.data && addressFor(newer.data, search)
  useEffect(() => {
    if (target !== undefined && currentLocation().path === '/compare')
      navigate(target, { replace: true })
  }, [target])
  const isLeaving = target !== undefined || (newer.isPending && Boolean(a || b))
  return (
    <Page title={text('compare.title')} back={<Link to="/activity">{text('compare.back')}</Link>}>
      {isLeaving ? (
        <Loading />
      ) : a && b ? (
        <Comparison a={a} b={b} onSwap={() => set({ a: b, b: a }, { push: true })} />
      ) : a || b ? (
        <ChooseOther id={a || b} onChoose={(older, other) => set({ a: older, b: other })} />
      ) : (
        <Empty
          icon="jobs"
          title={text('compare.nothing')}
          action={<Link to="/activity">{text('compare.toJobs')}</Link>}
        >
          {text('compare.nothingText')}
        </Empty>
      )}
    </Page>
  )
}

function addressFor(job: Job, search: string): string | undefined {
  const own = valuePath(job)
  return job.type === 'analyzer' && own.length <= longestAddress
    ? `${own}&${search.slice(1)}`
    : undefined
}
