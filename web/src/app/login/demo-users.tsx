import type { Status } from '../../base/api.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'

type DemoUser = NonNullable<Status['config']['demoUsers']>[number]

interface DemoUsersProps {
  users: readonly DemoUser[]
  busy: boolean
  onChoose: (user: DemoUser) => void
}

/** For a demo, whose passwords are not secrets: one click signs the visitor in. */
export function DemoUsers({ users, busy, onChoose }: DemoUsersProps) {
  return (
    <fieldset className="demo-users">
      <legend>{text('demo.users')}</legend>
      {users.map((user) => (
        <Button key={user.login} className="demo-user" busy={busy} onClick={() => onChoose(user)}>
          <span>{user.login}</span> <small className="muted">{user.description}</small>
        </Button>
      ))}
    </fieldset>
  )
}
