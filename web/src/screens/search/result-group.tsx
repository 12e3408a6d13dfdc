import './search.css'
import type { VerdictLevel } from '@assay/contract'
import { Link } from '../../base/routing/link.tsx'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon, type IconName } from '../../base/ui/icons.tsx'
import { Names } from '../../base/ui/names.tsx'
import { Time } from '../../base/ui/time.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { Marked } from './marked.tsx'

interface ShownHit {
  readonly label: string
  readonly note: string
  readonly icon: IconName
  /** For a value: its verdict replaces the icon. */
  readonly level?: VerdictLevel | null
  readonly to: string
  /** When it was made, or last changed. */
  readonly at?: number
}

interface ResultGroupProps {
  title: string
  total: number
  hits: readonly ShownHit[]
  typed: string
  /** Of the same things, to be sorted. */
  list?: string | undefined
  /** Missing when no more can be shown. */
  onMore: (() => void) | undefined
}

/** What was found of one kind. */
export function ResultGroup({ title, total, hits, typed, list, onMore }: ResultGroupProps) {
  return (
    <section className="panel search-group" aria-label={title}>
      <div className="panel-head">
        <h2>
          {title} <span className="tab-count">{formatNumber(total)}</span>
        </h2>
        {list && <Link to={list}>{text('search.asList')}</Link>}
      </div>
      <ul>
        {hits.map((hit) => (
          <HitRow key={`${hit.to} ${hit.label}`} hit={hit} typed={typed} />
        ))}
      </ul>
      {total > hits.length &&
        (onMore ? (
          <Button size="small" onClick={onMore}>
            {text('search.more')}
          </Button>
        ) : (
          <p className="muted">{counted('search.narrow', total - hits.length)}</p>
        ))}
    </section>
  )
}

const HitRow = ({ hit, typed }: { hit: ShownHit; typed: string }) => (
  <li className="search-hit">
    {hit.level === undefined ? (
      <Icon name={hit.icon} />
    ) : (
      <VerdictMark level={hit.level} isPlain isShort />
    )}
    <Link to={hit.to} className={hit.level === undefined ? undefined : 'value'}>
      <Marked label={hit.label} typed={typed} />
    </Link>
    <span className="search-note">
      <Names in={hit.note} />
    </span>
    <span className="search-date">{hit.at !== undefined && <Time at={hit.at} />}</span>
  </li>
)
