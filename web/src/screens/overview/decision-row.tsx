import type { ReactNode } from 'react'
import { ago } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { Icon, type IconName } from '../../base/ui/icons.tsx'

interface RowProps {
  id: string
  tone: 'danger' | 'warn' | 'plain'
  icon: IconName
  /** What kind of decision it is. */
  label: string
  title: ReactNode
  why: ReactNode
  since: number | undefined
  actions: ReactNode
}

/** One decision that waits. */
export function Row({ id, tone, icon, label, title, why, since, actions }: RowProps) {
  const now = Date.now()
  return (
    <li data-row={id} data-tone={tone}>
      <span className="icon-tile overview-waiting-icon" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div className="overview-waiting-words">
        <p className="overview-waiting-label">{label}</p>
        <p className="overview-waiting-title">{title}</p>
        <p className="muted">{why}</p>
      </div>
      <span className="muted overview-waiting-age">
        {since !== undefined && ago(Math.min(since, now), now)}
      </span>
      <div className="buttons">{actions}</div>
    </li>
  )
}

interface RowLinkProps {
  to: string
  label: string
  /** Which one it is, for readers who do not see the row. */
  of?: string
}

/** Where a decision is made. */
export const RowLink = ({ to, label, of }: RowLinkProps) => (
  <Link className="button button-plain button-small" to={to}>
    {label}
    {of !== undefined && <span className="visually-hidden"> {of}</span>}
  </Link>
)
