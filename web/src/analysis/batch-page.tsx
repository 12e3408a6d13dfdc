import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { keyOf } from '../data/keys.ts'
import { useLocation } from '../routing/location.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { Page } from '../ui/page.tsx'
import { Answer, Empty, Loading } from '../ui/states.tsx'
import { jobIdsIn } from './address.ts'
import { BatchView } from './batch-view.tsx'
import { findBatch, openBatch, useBatchVersion } from './batches.ts'
import { readJobs } from './job-rows.ts'
import { NewAnalysisLink } from './new-analysis-link.tsx'
import './analysis.css'

/** The matrix of a run: the one that is being sent, or one whose jobs are in the address. */
export function BatchPage() {
  const { user } = useSession()
  const owner = `${user.organization}/${user.id}`
  const here = useLocation()
  // The rest of a long list stands behind the `#`, which is no part of that location.
  const ids = useMemo(() => jobIdsIn(here.search, location.hash), [here])
  useBatchVersion()
  const batch = findBatch(ids, owner)
  if (batch) return <BatchView key={batch.id} batch={batch} />
  return (
    <Page title={text('analysis.batch')} actions={<NewAnalysisLink />}>
      {ids.length > 0 ? (
        <Reopen key={here.search} ids={ids} owner={owner} />
      ) : (
        <Empty title={text('analysis.batchNone')} icon="jobs" action={<NewAnalysisLink />}>
          {text('analysis.batchNoneText')}
        </Empty>
      )}
    </Page>
  )
}

function Reopen({ ids, owner }: { ids: readonly string[]; owner: string }) {
  const jobs = useQuery({
    queryKey: keyOf('jobs', 'batch', ids),
    queryFn: ({ signal }) => readJobs(ids, signal),
    gcTime: 0,
  })
  const { data } = jobs
  useEffect(() => {
    if (data && data.length > 0) openBatch(data, ids, owner)
  }, [data, ids, owner])
  return (
    <Answer query={jobs}>
      {(found) =>
        found.length > 0 ? (
          <Loading />
        ) : (
          <Empty title={text('analysis.batchGone')} icon="search">
            {text('analysis.batchGoneText')}
          </Empty>
        )
      }
    </Answer>
  )
}
