import { isLetter, type LetterKeys, useLetterKeys } from '../../base/ui/use-letter-keys.ts'

/** `a` analyze, `i` case, `m` merge, `r` respond, `x` dismiss, `j` and `k` next and previous. */
export const useTriageKeys = (keys: LetterKeys): void => useLetterKeys(keys, isForAlerts)

/** Enter and the space bar apply to a focused row; on any other control they press it. */
function isForAlerts(event: KeyboardEvent): boolean {
  if (isLetter(event) || event.key === 'Escape') return true
  const element = event.target as Element
  return (
    element.closest('.alert-row-title') !== null ||
    element.closest('a, button, input, summary, label') === null
  )
}
