import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'

/** With a login: to continue as that user. */
export function SignOut({ login }: { login?: string }) {
  const { signOut } = useSession()
  const { busy, problem, run } = useAction()
  return (
    <>
      <Button busy={busy} onClick={() => void run(() => signOut(login))}>
        {login === undefined ? text('account.signOut') : text('account.signInAs', { login })}
      </Button>
      {problem && (
        <p role="alert" className="field-error">
          {problem.message}
        </p>
      )}
    </>
  )
}
