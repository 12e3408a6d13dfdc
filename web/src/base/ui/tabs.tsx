import { Link } from '../routing/link.tsx'
import { formatNumber } from '../texts/index.ts'

export interface Tab {
  /** Address of the tab: tabs are places, so they can be shared and left by the back button. */
  to: string
  label: string
  /** `12`, or `3 of 5` in words. */
  count?: number | string | undefined
  isCurrent: boolean
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.isCurrent ? 'page' : undefined}>
              {tab.label}
              {tab.count !== undefined && (
                <span className="tab-count">
                  {typeof tab.count === 'number' ? formatNumber(tab.count) : tab.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
