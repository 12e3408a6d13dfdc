import { screenAt } from '../routes.tsx'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { useWaitingTaskCount } from '../tasks/waiting-count.ts'
import { formatNumber, text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { navigation } from './navigation.ts'

export function SideBar() {
  const { path } = useLocation()
  const { status } = useSession()
  const rights = useRights()
  const groups = navigation(rights)
  const waiting = useWaitingTaskCount(rights.read)
  const current = screenAt(path)?.screen.section
  const version = status.versions.Assay
  return (
    <nav className="side-bar" id="side-bar" aria-label={text('nav.label')}>
      {groups.map(({ name, entries }) => (
        <div className="side-group" key={name}>
          <ul>
            {entries.map(({ section, to, label, icon }) => (
              <li key={section}>
                <Link
                  to={to}
                  className={section === 'new' ? 'side-link side-new' : 'side-link'}
                  aria-current={section === current ? 'page' : undefined}
                  title={text(label)}
                >
                  <Icon name={icon} />
                  <span className="side-text">{text(label)}</span>
                  {section === 'tasks' && waiting !== undefined && waiting > 0 && (
                    <span className="side-count">
                      {formatNumber(waiting)}
                      <span className="visually-hidden"> {text('tasks.waitingNow')}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {version && <p className="side-version">{text('app.version', { version })}</p>}
    </nav>
  )
}
