import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { useRights } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { Notice } from '../ui/notice.tsx'
import { PlatformPassword } from '../ui/platform-password.tsx'

/** The end of the first run: where one goes from the first answer. */
export function NextSteps() {
  const { user } = useSession()
  const { administer } = useRights()
  return (
    <div className="no-print">
      <PlatformPassword />
      <Notice kind="info">
        {text('value.next')}{' '}
        {administer && (
          <>
            <Link to={path`/org/${user.organization}/users`}>{text('value.next.colleagues')}</Link>
            {' · '}
            <Link to={path`/org/${user.organization}/analyzers`}>
              {text('value.next.analyzers')}
            </Link>
            {' · '}
          </>
        )}
        <Link to="/alerts">{text('value.next.alerts')}</Link>
      </Notice>
    </div>
  )
}
