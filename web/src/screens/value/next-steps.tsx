import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Notice } from '../../base/ui/notice.tsx'
import { PlatformPassword } from '../../base/ui/platform-password.tsx'

/** The end of the first run: where to go from the first answer. */
export function NextSteps() {
  const { administer } = useRights()
  return (
    <div className="no-print">
      <PlatformPassword />
      <Notice kind="info">
        {text('value.next')}{' '}
        {administer && (
          <>
            <Link to="/settings/members">{text('value.next.colleagues')}</Link>
            {' · '}
            <Link to="/settings/analyzers">{text('value.next.analyzers')}</Link>
            {' · '}
          </>
        )}
        <Link to="/alerts">{text('value.next.alerts')}</Link>
      </Notice>
    </div>
  )
}
