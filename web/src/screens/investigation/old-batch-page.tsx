import { useEffect, useMemo } from 'react'
import { api } from '../../base/api.ts'
import { navigate, useLocation } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Empty } from '../../base/ui/states.tsx'
import { useAction } from '../../base/use-action.ts'
import { jobIdsIn } from '../analysis/address.ts'

/** The server takes so many at once. */
const maxJobs = 1000

/** An address of before there were investigations: the jobs that it names become one. */
export function OldBatchPage() {
  const here = useLocation()
  // The rest of a long list is after the `#`, which is not a part of that location.
  const ids = useMemo(() => jobIdsIn(here.search, location.hash), [here])
  const action = useAction()
  useEffect(() => {
    if (ids.length === 0) navigate('/investigations', { replace: true })
  }, [ids])
  const save = () =>
    void action.run(async () => {
      const known = Object.entries(await api.jobStatus({ jobIds: ids })).flatMap(([id, status]) =>
        status === 'NotFound' || status === 'Deleted' ? [] : [id],
      )
      const { id } = await api.createInvestigation({
        name: counted('investigation.oldName', known.length),
        jobIds: known.slice(0, maxJobs),
      })
      for (let at = maxJobs; at < known.length; at += maxJobs)
        await api.addToInvestigation({ id }, { jobIds: known.slice(at, at + maxJobs) })
      navigate(path`/investigations/${id}`, { replace: true })
    })
  if (ids.length === 0) return null
  return (
    <Page title={text('investigation.title')}>
      <Notice kind="error">{action.problem?.message}</Notice>
      <Empty
        title={counted('investigation.oldTitle', ids.length)}
        icon="jobs"
        action={
          <Button kind="primary" busy={action.busy} onClick={save}>
            {text('investigation.oldSave')}
          </Button>
        }
      >
        {text('investigation.oldAbout')}
      </Empty>
    </Page>
  )
}
