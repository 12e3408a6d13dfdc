import { createContext, useContext } from 'react'
import { text } from '../../base/texts/index.ts'

/** Leads from a number to what it stands for: the place in the message, else the report. */
export const EvidenceContext = createContext<(number: number) => void>(() => {})

/** As many as there are keys for. */
export const maxEvidence = 9

/** Ties a reason to its evidence. */
export function EvidenceNumber({ number }: { number: number }) {
  const show = useContext(EvidenceContext)
  return (
    <button type="button" className="evidence-number" onClick={() => show(number)}>
      <span className="visually-hidden">{text('value.evidence', { number })}</span>
      <span aria-hidden="true">{number}</span>
    </button>
  )
}

/** Puts the focus on the place with this number, on its link if it has one; false where there is none. */
export function focusEvidence(number: number): boolean {
  const place = document.querySelector<HTMLElement>(`[data-evidence~="${number}"]`)
  const target = place?.querySelector<HTMLElement>('a') ?? place
  target?.focus()
  return target !== null && target !== undefined
}
