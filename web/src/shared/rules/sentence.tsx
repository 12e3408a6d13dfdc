import { defangSentence } from '../../base/model/defang.ts'
import type { Piece } from './words.ts'

/** A sentence about a rule. Names and texts in it are from people and programs: no address in it works. */
export const RuleWords = ({ parts }: { parts: readonly Piece[] }) =>
  parts.map(({ text, isStrong }, index) => {
    const shown = defangSentence(text)
    return isStrong ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence has the same pieces
      <strong key={index}>{shown}</strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence has the same pieces
      <span key={index}>{shown}</span>
    )
  })
