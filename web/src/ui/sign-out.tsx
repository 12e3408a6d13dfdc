import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'

export function SignOut() {
  const { signOut } = useSession()
  const { busy, problem, run } = useAction()
  return (
    <>
      <Button busy={busy} onClick={() => void run(signOut)}>
        {text('account.signOut')}
      </Button>
      {problem && (
        <p role="alert" className="field-error">
          {problem.message}
        </p>
      )}
    </>
  )
}
