import { formatNumber, text } from '../texts/index.ts'

/** A number that is not known yet is neither 0 nor a dash: a gray bar, which appears late. */
export const Count = ({ of }: { of: number | undefined }) =>
  of === undefined ? (
    <span className="skeleton-number" aria-busy="true">
      <span className="visually-hidden">{text('app.loading')}</span>
    </span>
  ) : (
    formatNumber(of)
  )
