import type { VerdictLevel } from '@assay/contract'
import { ago } from '../model/times.ts'
import { isOld } from '../model/verdict-age.ts'
import { text } from '../texts/index.ts'
import { Count } from './count.tsx'
import { Icon } from './icons.tsx'

interface VerdictMarkProps {
  /** Null was never analyzed; undefined is not known yet. */
  level: VerdictLevel | null | undefined
  /** When the newest answer came; one of long ago fades, and says so. */
  checkedAt?: number | undefined
  /** Without a box, inside rows. */
  isPlain?: boolean
  /** Only the icon is drawn; the word is there for screen readers. */
  isShort?: boolean
}

export const verdictIcon = (level: VerdictLevel | null) =>
  level === null ? 'level-unknown' : level === 'none' ? 'level-info' : (`level-${level}` as const)

/** The verdict of a value: shape, word and color; no verdict is gray. */
export function VerdictMark(props: VerdictMarkProps) {
  const { level, checkedAt, isPlain = false, isShort = false } = props
  if (level === undefined) return <Count of={undefined} />
  const now = Date.now()
  const word = text(level === null ? 'verdict.unasked' : `verdict.${level}`)
  const age =
    checkedAt !== undefined && isOld(checkedAt, now)
      ? text('verdict.checked', { ago: ago(checkedAt, now) })
      : undefined
  return (
    <span
      className={isPlain ? 'verdict-mark' : 'verdict-mark verdict-box'}
      data-verdict={level ?? 'unasked'}
      data-old={age === undefined ? undefined : true}
      title={isShort ? [word, age].filter(Boolean).join(', ') : age}
    >
      <Icon name={verdictIcon(level)} />
      <span className={isShort ? 'visually-hidden' : undefined}>
        {word}
        {age !== undefined && <small>{`, ${age}`}</small>}
      </span>
    </span>
  )
}
