import type { ReactNode } from 'react'
import { text } from '../../base/texts/index.ts'
import { Time } from '../../base/ui/time.tsx'
import { PeopleMenu } from './people-menu.tsx'

/** A short fact in the bar below the title of a case or task. */
export const BarFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="fact">
    <span className="muted">{label}</span> {children}
  </span>
)

/** Nothing while the moment is unknown. */
export const BarTime = ({ label, at }: { label: string; at: number | undefined }) =>
  at === undefined ? null : (
    <BarFact label={label}>
      <Time at={at} />
    </BarFact>
  )

interface BarOwnerProps {
  login: string | undefined
  canEdit: boolean
  onSave: (login: string | null) => Promise<unknown>
}

export const BarOwner = (props: BarOwnerProps) => (
  <BarFact label={text('cases.owner')}>
    <PeopleMenu {...props} />
  </BarFact>
)
