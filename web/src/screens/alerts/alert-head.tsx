import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { Time } from '../../base/ui/time.tsx'
import { PapMenu, SeverityMenu, TlpMenu } from '../../shared/response/marking-menus.tsx'
import { Owner } from '../../shared/response/owner.tsx'
import { TagList } from '../../shared/response/tag-list.tsx'
import { RulesActed } from '../../shared/rules/by-rule.tsx'
import { changeAlert } from './changes.ts'
import type { AlertDetail } from './use-alert.ts'
import type { useDecisions } from './use-decisions.ts'

type Decisions = ReturnType<typeof useDecisions>

/** What must be in sight: how bad it is, how it may be shared, where it came from, whose it is. */
export function AlertFactsLine({ alert, decisions }: { alert: AlertDetail; decisions: Decisions }) {
  const { analyze } = useRights()
  const { user } = useSession()
  const { _id, severity, tlp, pap, source, sourceRef, date, tags, assignee } = alert
  const mark = { canEdit: analyze }
  return (
    <div className="alert-facts">
      <SeverityMenu
        {...mark}
        value={severity}
        onSave={(next) => changeAlert(_id, { severity: next })}
      />
      <TlpMenu {...mark} value={tlp} onSave={(next) => changeAlert(_id, { tlp: next })} />
      <PapMenu {...mark} value={pap} onSave={(next) => changeAlert(_id, { pap: next })} />
      <span className="muted">{defangText(`${source}, ${sourceRef}`)}</span>
      <Time at={date} />
      {assignee !== undefined && (
        <span>
          {text('alerts.assignee')} <Owner login={assignee} />
        </span>
      )}
      {analyze && assignee !== user.id && (
        <Button size="small" kind="quiet" icon="user" onClick={() => void decisions.assign(true)}>
          {text('alerts.assignToMe')}
        </Button>
      )}
      {tags.length > 0 && <TagList tags={tags} max={6} />}
      <RulesActed objectType="alert" objectId={_id} />
    </div>
  )
}

interface AlertMenuProps {
  alert: AlertDetail
  decisions: Decisions
  onDelete: () => void
}

/** What is done rarely, and what cannot be brought back. */
export function AlertMenu({ alert, decisions, onDelete }: AlertMenuProps) {
  const { analyze } = useRights()
  const { read, follow, caseId, assignee } = alert
  if (!analyze) return null
  return (
    <Menu
      label={text('alerts.more')}
      name={text('alerts.more')}
      button={{ icon: 'more', iconOnly: true, kind: 'quiet' }}
      items={[
        {
          label: text(follow ? 'alerts.ignoreUpdates' : 'alerts.followUpdates'),
          icon: follow ? 'eye-off' : 'bell',
          onSelect: () => void decisions.follow(!follow),
        },
        assignee !== undefined && {
          label: text('alerts.assignToNobody'),
          icon: 'user',
          onSelect: () => void decisions.assign(false),
        },
        caseId !== undefined &&
          (read
            ? {
                label: text('alerts.markUnread'),
                icon: 'bell',
                onSelect: () => void decisions.unread(),
              }
            : {
                label: text('alerts.markRead'),
                icon: 'eye',
                onSelect: () => void decisions.read(),
              }),
        { label: text('alerts.delete'), icon: 'trash', kind: 'danger', onSelect: onDelete },
      ]}
    />
  )
}

export const WholeAlertLink = ({ id }: { id: string }) => (
  <Link className="button button-quiet button-small" to={path`/alerts/${id}`}>
    {text('alerts.openWhole')}
  </Link>
)
