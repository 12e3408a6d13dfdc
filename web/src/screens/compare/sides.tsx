import type { JobWithReport } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { StatusMark, TlpMark } from '../../base/ui/marks.tsx'
import { Observable, valuePath } from '../../base/ui/observable.tsx'
import { Time } from '../../base/ui/time.tsx'
import { reportPath } from '../../shared/jobs/paths.ts'

interface SidesProps {
  one: JobWithReport
  other: JobWithReport
  onSwap: () => void
}

/** What is compared with what. */
export function Sides({ one, other, onSwap }: SidesProps) {
  return (
    <div className="compare-sides">
      <Side name="A" job={one} />
      <Button icon="refresh" size="small" onClick={onSwap}>
        {text('compare.swap')}
      </Button>
      <Side name="B" job={other} />
    </div>
  )
}

function Side({ name, job }: { name: string; job: JobWithReport }) {
  return (
    <section className="panel compare-side" aria-label={text('compare.side', { name })}>
      <span className="compare-side-name" aria-hidden="true">
        {name}
      </span>
      <div className="compare-side-facts">
        <h2>
          <Link to={reportPath(job)}>{analyzerName(job.workerName)}</Link>
        </h2>
        <Observable observed={job} {...(job.type === 'analyzer' ? { to: valuePath(job) } : {})} />
        <p className="compare-side-line">
          <StatusMark status={job.status} />
          <TlpMark tlp={job.tlp} />
          <Time at={job.createdAt} style="full" />
        </p>
      </div>
    </section>
  )
}
