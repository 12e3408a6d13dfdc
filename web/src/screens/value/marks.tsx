import type { ReactNode } from 'react'
import type { Evidence, Place } from './places.ts'

interface MarksProps {
  evidence: Evidence
  place: Place
  isOpen: boolean
  children: ReactNode
}

/** A place with the numbers of the reasons about it; a number's first place takes the focus. */
export function Marks({ evidence: { at, first }, place, isOpen, children }: MarksProps) {
  const marked = at.get(place)
  if (!marked) return children
  const { numbers, level } = marked
  const own = numbers.filter((number) => first.get(number) === place)
  return (
    <span data-verdict={isOpen ? 'none' : level}>
      <span
        className="evidence-place"
        data-evidence={own.length > 0 ? own.join(' ') : undefined}
        // A link inside takes the focus instead.
        tabIndex={own.length > 0 ? -1 : undefined}
      >
        {children}
      </span>{' '}
      <Numbers numbers={numbers} />
    </span>
  )
}

const Numbers = ({ numbers }: { numbers: readonly number[] }) =>
  numbers.map((number) => (
    <span key={number} className="evidence-number" data-is="place">
      {number}
    </span>
  ))
