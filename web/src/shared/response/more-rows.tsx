import { text } from '../../base/texts/index.ts'

/** Says how many there are beyond those that are shown. */
export const MoreRows = ({ total, shown }: { total: number; shown: number }) =>
  total > shown && <p className="muted">{text('marks.more', { count: total - shown })}</p>
