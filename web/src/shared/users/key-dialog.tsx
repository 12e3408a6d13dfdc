import './users.css'
import type { User } from '@assay/contract'
import { useId, useState } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useCountdown } from '../../base/use-countdown.ts'
import { KeyInput } from './key-input.tsx'
import { NamedKeys } from './named-keys.tsx'
import { useKey } from './use-key.ts'
import { usersChanged } from './use-users.ts'

/** Another user's API key: made, shown for half a minute, renewed, revoked. */
export function KeyDialog({ user: first, onClose }: { user: User; onClose: () => void }) {
  const [user, setUser] = useState(first)
  const [asking, setAsking] = useState<'renew' | 'revoke'>()
  const key = useKey(user, (next) => {
    setUser(next)
    usersChanged()
  })
  const secondsLeft = useCountdown(key.shown?.until)
  const id = useId()
  return (
    <Dialog
      title={text('users.keyTitle', { login: user.id })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('app.close')}</Button>}
    >
      <Notice kind="error">{key.problem?.message}</Notice>
      {user.hasKey ? (
        <>
          <div className="field">
            <div className="field-head">
              <label htmlFor={id}>{text('users.key')}</label>
            </div>
            <KeyInput id={id} className="key-box" apiKey={key} />
            <p className="field-hint" role="status">
              {key.shown && text('key.hiddenIn', { seconds: secondsLeft })}
            </p>
          </div>
          <div className="buttons">
            <Button
              size="small"
              icon={key.shown ? 'eye-off' : 'eye'}
              onClick={key.shown ? key.hide : key.show}
            >
              {text(key.shown ? 'key.hide' : 'key.show')}
            </Button>
            <Button size="small" icon="copy" onClick={key.copy}>
              {text('key.copy')}
            </Button>
            <Button size="small" icon="refresh" onClick={() => setAsking('renew')}>
              {text('key.renew')}
            </Button>
            <Button size="small" kind="danger" icon="trash" onClick={() => setAsking('revoke')}>
              {text('users.keyRevoke')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="form-lead">{text('users.keyNone', { login: user.id })}</p>
          <Button kind="primary" busy={key.busy} onClick={key.renew}>
            {text('key.create')}
          </Button>
        </>
      )}
      <div className="key-done">
        <Notice kind={key.done === 'key.copyRefused' ? 'info' : 'success'}>
          {key.done && text(key.done === 'key.renewed' ? 'users.keyRenewed' : key.done)}
        </Notice>
      </div>
      <h3>{text('keys.title')}</h3>
      <NamedKeys login={user.id} />
      {asking && (
        <ConfirmDialog
          title={text(`users.${asking}Title`, { login: user.id })}
          confirm={text(asking === 'renew' ? 'key.confirm' : 'users.revoke')}
          cancel={text('key.cancel')}
          onCancel={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined)
            key[asking]()
          }}
        >
          <p>{text(`users.${asking}Effect`, { login: user.id })}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
