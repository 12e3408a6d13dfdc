import type { ReactNode } from 'react'
import { defangText } from '../model/defang.ts'
import { type Level, type Taxonomy, worstFirst } from '../model/levels.ts'
import { markingOf } from '../model/marking.ts'
import { statusOf } from '../model/statuses.ts'
import { text } from '../texts/index.ts'
import { Icon, type IconName } from './icons.tsx'

/** Shape, word and color together: none of them is needed to understand the others. */
export function LevelMark({ level, children }: { level: Level; children?: string }) {
  return (
    <span className="mark" data-level={level}>
      <Icon name={`level-${level}`} />
      {children ?? text(`level.${level}`)}
    </span>
  )
}

/**
 * `VT:detection="32/94"`, as analysts know it; the level is said for screen readers. The
 * words come from a report: no address in them works, wherever the mark stands.
 */
export function TaxonomyMark({ taxonomy }: { taxonomy: Taxonomy }) {
  const { level, namespace, predicate } = taxonomy
  const name = defangText([namespace, predicate].filter(Boolean).join(':'))
  const value = defangText(taxonomy.value)
  return (
    <span className="mark" data-level={level}>
      <Icon name={`level-${level}`} />
      <span className="visually-hidden">{text(`level.${level}`)} </span>
      <span className="mark-name">{name}</span>
      {value !== '' && <span className="mark-value">{value}</span>}
    </span>
  )
}

interface TaxonomyMarksProps {
  taxonomies: readonly Taxonomy[]
  /** The rest is counted. */
  max?: number
}

export function TaxonomyMarks({ taxonomies, max = 50 }: TaxonomyMarksProps) {
  // Where some are left out, never the worst.
  const shown = taxonomies.length > max ? worstFirst(taxonomies).slice(0, max) : taxonomies
  return (
    <span className="marks">
      {shown.map((taxonomy, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: analyzers repeat themselves
        <TaxonomyMark key={index} taxonomy={taxonomy} />
      ))}
      {taxonomies.length > max && (
        <span className="muted">{text('marks.more', { count: taxonomies.length - max })}</span>
      )}
    </span>
  )
}

const icons = {
  Waiting: 'status-waiting',
  InProgress: 'status-running',
  Success: 'status-success',
  Failure: 'status-failure',
  Deleted: 'status-deleted',
} as const

/** A failed job is a cross in a square: it must never look like a malicious verdict. */
export function StatusMark({
  status,
  isNotApplicable = false,
}: {
  status: string
  isNotApplicable?: boolean
}) {
  const known = statusOf(status)
  if (isNotApplicable)
    return (
      <span className="mark" data-status="not-applicable">
        <Icon name="not-applicable" />
        {text('status.notApplicable')}
      </span>
    )
  return (
    <span className="mark" data-status={known ?? 'unknown'}>
      <Icon name={known ? icons[known] : 'level-unknown'} />
      {known ? text(`status.${known}`) : status}
    </span>
  )
}

interface StateMarkProps {
  tone: 'good' | 'bad' | 'warn' | 'neutral'
  icon: IconName
  children: ReactNode
}

/** The state of something other than a job: an account, a list, a delivery. */
export function StateMark({ tone, icon, children }: StateMarkProps) {
  return (
    <span className="mark" data-tone={tone}>
      <Icon name={icon} />
      {children}
    </span>
  )
}

/** TLP 2.0: its colors on black, in both themes and in print. */
export function TlpMark({ tlp }: { tlp: unknown }) {
  const marking = markingOf(tlp)
  return marking ? (
    <span className="tlp" data-marking={marking}>
      {`TLP:${marking}`}
    </span>
  ) : null
}

/** PAP is outlined, so it is not taken for TLP. */
export function PapMark({ pap }: { pap: unknown }) {
  const marking = markingOf(pap)
  return marking ? (
    <span className="pap" data-marking={marking} title={text(`pap.${marking}`)}>
      {`PAP:${marking}`}
    </span>
  ) : null
}

const severities = ['low', 'medium', 'high', 'critical'] as const

export function SeverityMark({ severity }: { severity: number | undefined }) {
  const name = severities[(severity ?? 2) - 1] ?? 'medium'
  return (
    <span className="mark severity" data-severity={name}>
      <span className="severity-bars" aria-hidden="true" />
      {text(`severity.${name}`)}
    </span>
  )
}
