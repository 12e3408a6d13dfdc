import { text } from '../texts/index.ts'
import { StateMark } from '../ui/marks.tsx'

/** Of a user or an organization. */
export const AccountState = ({ isLocked }: { isLocked: boolean }) =>
  isLocked ? (
    <StateMark tone="bad" icon="lock">
      {text('users.statusLocked')}
    </StateMark>
  ) : (
    <StateMark tone="good" icon="check">
      {text('users.statusActive')}
    </StateMark>
  )
