import { ApiError } from '@assay/contract'
import { signInByPasskey, startPasskeySignIn } from '../../base/api.ts'
import { askForPasskey, hasPasskeys } from '../../base/passkeys.ts'
import { Refusal } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'

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
