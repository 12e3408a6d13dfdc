import { forgetPlatformAccount, usePlatformAccount } from '../session/platform-password.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { copyText } from './copy.tsx'
import { Notice } from './notice.tsx'

/** The account that was made next to the person's own, until its password is saved elsewhere. */
export function PlatformPassword() {
  const account = usePlatformAccount(useSession().user.id)
  if (!account) return null
  const { login, password } = account
  return (
    <Notice kind="warning">
      <p>{text('platformPassword.shownOnce', { login })}</p>
      <p className="value">{password}</p>
      <div className="buttons">
        <Button size="small" icon="copy" onClick={() => void copyText(password)}>
          {text('copy.copy')}
        </Button>
        <a
          className="button button-small"
          download={`assay-${login}.txt`}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${login}\n${password}\n`)}`}
        >
          {text('platformPassword.save')}
        </a>
        <Button size="small" kind="quiet" onClick={forgetPlatformAccount}>
          {text('platformPassword.kept')}
        </Button>
      </div>
    </Notice>
  )
}
