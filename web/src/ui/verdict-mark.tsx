import type { VerdictLevel } from '@assay/contract'
import { text } from '../texts/index.ts'
import { Icon } from './icons.tsx'

interface VerdictMarkProps {
  /** Null was never analyzed. */
  level: VerdictLevel | null
  /** Without a box, inside rows. */
  isPlain?: boolean
  /** Only the icon is drawn; the word is there for screen readers. */
  isShort?: boolean
}

export const verdictIcon = (level: VerdictLevel | null) =>
  level === null ? 'level-unknown' : level === 'none' ? 'level-info' : (`level-${level}` as const)

/** The verdict of a value: shape, word and colour; what says nothing is grey. */
export function VerdictMark({ level, isPlain = false, isShort = false }: VerdictMarkProps) {
  const word = text(level === null ? 'verdict.unasked' : `verdict.${level}`)
  return (
    <span
      className={isPlain ? 'verdict-mark' : 'verdict-mark verdict-box'}
      data-verdict={level ?? 'unasked'}
      title={isShort ? word : undefined}
    >
      <Icon name={verdictIcon(level)} />
      <span className={isShort ? 'visually-hidden' : undefined}>{word}</span>
    </span>
  )
}
