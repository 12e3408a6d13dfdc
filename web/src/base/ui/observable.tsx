import { type Observed, plainValue, shownValue } from '../model/observable.ts'
import { Link } from '../routing/link.tsx'
import { CopyMenu } from './copy.tsx'
import { TypeChip } from './type-chip.tsx'

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
      <TypeChip type={observed.dataType} />
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

interface NamedValue {
  readonly dataType: string
  readonly data?: unknown
  /** Of a file: SHA-256. */
  readonly hash?: string | undefined
  readonly attachment?: { readonly id?: string; readonly name: string } | undefined
}

/** The page about one value, with all that was ever found out about it. A file goes by its hash. */
export function valuePath({ dataType: type, data, hash, attachment }: NamedValue): string {
  const file = hash ?? attachment?.id
  const value = typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data)
  return `/observables?${new URLSearchParams(file === undefined ? { type, value } : { type, hash: file })}`
}
