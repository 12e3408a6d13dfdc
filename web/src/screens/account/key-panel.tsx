import { useId, useState } from 'react'
import type { CurrentUser } from '../../base/api.ts'
import { basePath } from '../../base/routing/base.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useCountdown } from '../../base/use-countdown.ts'
import { KeyInput } from '../../shared/users/key-input.tsx'
import { useKey } from '../../shared/users/use-key.ts'
import { RenewDialog } from './renew-dialog.tsx'

interface KeyPanelProps {
  user: CurrentUser
  onUser: (user: CurrentUser) => void
}

export function KeyPanel({ user, onUser }: KeyPanelProps) {
  const id = useId()
  const key = useKey(user, onUser)
  const [asking, setAsking] = useState(false)
  const secondsLeft = useCountdown(key.shown?.until)

  if (!user.hasKey) {
    return (
      <>
        <Notice kind="error">{key.problem?.message}</Notice>
        <p className="no-key">{text('key.none')}</p>
        <button type="button" className="button" aria-disabled={key.busy} onClick={key.renew}>
          {text('key.create')}
        </button>
      </>
    )
  }
  return (
    <>
      <Notice kind="error">{key.problem?.message}</Notice>
      <div className="field">
        <label htmlFor={id}>{text('key.label')}</label>
        <KeyInput id={id} className="key" apiKey={key} />
      </div>
      <div className="buttons">
        <button type="button" className="button" onClick={key.shown ? key.hide : key.show}>
          <Icon name={key.shown ? 'eye-off' : 'eye'} />
          {text(key.shown ? 'key.hide' : 'key.show')}
        </button>
        <button type="button" className="button" onClick={key.copy}>
          <Icon name="copy" />
          {text('key.copy')}
        </button>
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {text('key.renew')}
        </button>
      </div>
      <Notice kind={key.done === 'key.copyRefused' ? 'info' : 'success'}>
        {key.done && text(key.done)}
      </Notice>
      {key.shown && <p className="muted">{text('key.hiddenIn', { seconds: secondsLeft })}</p>}
      <pre className="curl">{`curl -H 'Authorization: Bearer API_KEY' ${location.origin}${basePath}/api/user/current`}</pre>
      {asking && (
        <RenewDialog
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            key.renew()
          }}
        />
      )}
    </>
  )
}
