import { ApiError } from '@assay/contract'
import { signInByPasskey, startPasskeySignIn } from '../api.ts'
import { askForPasskey, hasPasskeys } from '../passkeys.ts'
import { Refusal } from '../problem.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'

interface PasskeyButtonProps {
  isOffered: boolean | undefined
  busy: boolean
  onPress: () => void
}

/** Without login and password, for users with a passkey that asks for a finger or a PIN. */
export const PasskeyButton = ({ isOffered, busy, onPress }: PasskeyButtonProps) =>
  isOffered && hasPasskeys() ? (
    <Button className="button-wide" busy={busy} onClick={onPress}>
      {text('passkey.signIn')}
    </Button>
  ) : null

export async function enterByPasskey(): Promise<void> {
  const { token, options } = await startPasskeySignIn()
  const passkey = await askForPasskey(options)
  await signInByPasskey({ token, passkey }).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && error.status === 401
    throw isRefused ? new Refusal(text('second.wrongPasskey')) : error
  })
}
