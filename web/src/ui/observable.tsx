import { type Observed, plainValue, shownValue } from '../model/observable.ts'
import { Link } from '../routing/link.tsx'
import { CopyMenu } from './copy.tsx'

interface ObservableProps {
  observed: Observed
  /** Where a click leads; without it the value is plain text. */
  to?: string
  canCopy?: boolean
}

/** Type and harmless value. Text only: what comes from a report is never markup or a live link. */
export function Observable({ observed, to, canCopy }: ObservableProps) {
  const shown = shownValue(observed)
  return (
    <span className="observable">
      <span className="type-chip">{observed.dataType}</span>
      {to ? (
        <Link to={to} className="value">
          {shown}
        </Link>
      ) : (
        <span className="value">{shown}</span>
      )}
      {canCopy && <CopyMenu dataType={observed.dataType} value={plainValue(observed)} />}
    </span>
  )
}

/** The page about one observable, with all that was ever found out about it. A file goes by its hash. */
export function dossierPath(observed: Observed): string {
  const value = observed.attachment?.id ?? plainValue(observed)
  return `/observables?${new URLSearchParams({ type: observed.dataType, value })}`
}
