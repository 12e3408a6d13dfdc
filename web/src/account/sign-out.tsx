import { api } from '../api.ts'
import { go } from '../router.ts'
import { text } from '../texts.ts'
import { useAction } from '../use-action.ts'

export function SignOut({ onSignedOut }: { onSignedOut: (notice: string) => void }) {
  const { busy, problem, run } = useAction()

  async function signOut() {
    await api.logout()
    onSignedOut(text('account.signedOut'))
    // The next person at this browser need not see where the last one was.
    go('/')
  }

  return (
    <span className="sign-out">
      <button
        type="button"
        className="button"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void run(signOut)
        }}
      >
        {text('account.signOut')}
      </button>
      <span role="alert" className="sign-out-problem">
        {problem?.message}
      </span>
    </span>
  )
}
