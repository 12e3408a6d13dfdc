import { PapMenu, SeverityMenu, TlpMenu } from '../response/marking-menus.tsx'
import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Time } from '../ui/time.tsx'
import { AlertStatusMark } from './alert-marks.tsx'
import { alertStatus } from './alert-status.ts'
import { changeAlert } from './changes.ts'
import type { AlertDetail } from './use-alert.ts'

/** What must be in sight whatever the tab: how bad it is, how it may be shared, where it came from. */
export function AlertFacts({ alert }: { alert: AlertDetail }) {
  const { analyze } = useRights()
  const { _id, severity, tlp, pap, source, type, sourceRef, date, caseId, caseNumber } = alert
  const mark = { canEdit: analyze }
  return (
    <div className="alert-facts">
      <AlertStatusMark status={alertStatus(alert)} />
      <SeverityMenu
        {...mark}
        value={severity}
        onSave={(next) => changeAlert(_id, { severity: next })}
      />
      <TlpMenu {...mark} value={tlp} onSave={(next) => changeAlert(_id, { tlp: next })} />
      <PapMenu {...mark} value={pap} onSave={(next) => changeAlert(_id, { pap: next })} />
      <span className="muted">
        {source} · {type} · {sourceRef}
      </span>
      <Time at={date} style="full" />
      {caseId && (
        <Link to={path`/cases/${caseId}`}>
          {text('alerts.inCase', { number: String(caseNumber ?? caseId) })}
        </Link>
      )}
    </div>
  )
}
