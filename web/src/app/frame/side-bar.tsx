import { useUnread } from '../../base/data/unread.ts'
import { Link } from '../../base/routing/link.tsx'
import { useLocation, useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { screenAt } from '../routes.tsx'
import { navigation } from './navigation.ts'
import { type SideCount, useSideCounts } from './side-counts.ts'

export function SideBar() {
  const { path, search } = useLocation()
  const { status } = useSession()
  const rights = useRights()
  const groups = navigation(rights)
  const counts = useSideCounts(rights.read)
  const { updates = 0, mentions = 0 } = useUnread() ?? {}
  const unread = (rights.analyze ? updates : 0) + (rights.read ? mentions : 0)
  const { params } = useSearch()
  const section = screenAt(path, search)?.screen.section
  // A value that was opened in a case belongs there.
  const current = section === 'value' && params.has('case') ? 'cases' : section
  const version = status.versions.Assay
  return (
    <nav className="side-bar" id="side-bar" aria-label={text('nav.label')}>
      {groups.map(({ name, entries }) => (
        <div className="side-group" key={name}>
          <ul>
            {entries.map(({ section: own, to, label, icon }) => (
              <li key={own}>
                <Link
                  to={to}
                  className={own === 'new' ? 'side-link side-new' : 'side-link'}
                  aria-current={own === current ? 'page' : undefined}
                  title={text(label)}
                >
                  <Icon name={icon} />
                  <span className="side-text">{text(label)}</span>
                  <Count
                    of={counts[own]?.count}
                    what={wordsOf(counts[own])}
                    isUrgent={counts[own]?.isUrgent}
                  />
                  {own === 'overview' && <Count of={unread} what={text('nav.unreadNews')} />}
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

interface CountProps {
  of: number | undefined
  what: string
  isUrgent?: boolean | undefined
}

const wordsOf = (count: SideCount | undefined) => (count ? text(count.words) : '')

const Count = ({ of, what, isUrgent }: CountProps) =>
  of === undefined || of === 0 ? null : (
    <span className="side-count" title={what} data-urgent={isUrgent || undefined}>
      {formatNumber(of)}
      <span className="visually-hidden"> {what}</span>
    </span>
  )
