import { text } from '../../base/texts/index.ts'
import { StateMark } from '../../base/ui/marks.tsx'

/** Of a user or an organization. */
export const AccountState = ({ isLocked }: { isLocked: boolean }) => (
  <StateMark tone={isLocked ? 'bad' : 'good'} icon={isLocked ? 'lock' : 'check'}>
    {text(isLocked ? 'users.statusLocked' : 'users.statusActive')}
  </StateMark>
)
