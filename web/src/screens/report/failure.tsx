import type { Job } from '@assay/contract'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { configurationPath } from './configuration-path.ts'
import { ErrorText } from './error-text.tsx'

/** Why it failed comes first; users who can fix it are led to where to do so. */
export function Failure({ job, message }: { job: Job; message: string }) {
  const { administer } = useRights()
  return (
    <section className="report-failure" aria-label={text('report.failure')}>
      <ErrorText message={message} />
      {administer && (
        <Link className="button button-small" to={configurationPath(job)}>
          <Icon name="settings" />
          {text('report.checkConfiguration')}
        </Link>
      )}
    </section>
  )
}
