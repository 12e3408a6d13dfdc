import type { Passkey, SecondFactor } from '@assay/contract'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../base/api.ts'
import { hasPasskeys } from '../../base/passkeys.ts'
import { problemOf } from '../../base/problem.ts'
import { useSession } from '../../base/session/session.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Time } from '../../base/ui/time.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpDialog } from './totp-dialog.tsx'

type Task =
  | { kind: 'totp' | 'removeTotp' | 'passkey' | 'codes' }
  | { kind: 'removePasskey'; passkey: Passkey }

/** App, passkeys and recovery codes; every change requires the password again. */
export function SecondFactorPanel() {
  const { user, setUser } = useSession()
  const login = user.id
  const [state, setState] = useState<SecondFactor>()
  const [problem, setProblem] = useState<string>()
  const [task, setTask] = useState<Task>()
  const [codes, setCodes] = useState<readonly string[]>()
  const load = useCallback(async () => {
    try {
      setState(await api.getSecondFactor({ login }))
    } catch (error) {
      setProblem(problemOf(error).message)
    }
  }, [login])
  useEffect(() => void load(), [load])
  const close = () => setTask(undefined)
  const changed = async (made?: readonly string[]) => {
    close()
    setCodes(made)
    await load()
  }
  /** Only now: the blocking set-up screen gives way. */
  const codesSeen = () => {
    setCodes(undefined)
    const { mustSetUpSecondFactor, ...known } = user
    setUser({ ...known, hasSecondFactor: true })
  }

  return (
    <>
      <Notice kind="error">{problem}</Notice>
      {state && <Factors state={state} onTask={setTask} />}
      {task && (
        <TaskDialog
          task={task}
          login={login}
          asksForCode={state?.asksForCode}
          onDone={changed}
          onClose={close}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={codesSeen} />}
    </>
  )
}

function Factors({ state, onTask }: { state: SecondFactor; onTask: (task: Task) => void }) {
  const { totp, passkeys, recoveryCodesLeft, passkeysProblem } = state
  const hasOne = totp || passkeys.length > 0
  const noPasskeys = passkeysProblem ?? (hasPasskeys() ? false : text('passkey.noBrowser'))
  return (
    <>
      <h3>{text('factor.totp')}</h3>
      <p>{text(totp ? 'factor.totpOn' : 'factor.totpOff')}</p>
      <div className="buttons">
        {totp ? (
          <Button size="small" kind="danger" onClick={() => onTask({ kind: 'removeTotp' })}>
            {text('factor.totpRemove')}
          </Button>
        ) : (
          <Button size="small" onClick={() => onTask({ kind: 'totp' })}>
            {text('factor.totpAdd')}
          </Button>
        )}
      </div>
      <h3>{text('factor.passkeys')}</h3>
      {passkeys.length === 0 && <p>{text('factor.passkeysNone')}</p>}
      <ul className="named-keys">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <span>
              <strong>{passkey.name}</strong>
              <small className="muted">
                {text('factor.since')} <Time at={passkey.createdAt} /> · {text('keys.used')}{' '}
                <Time at={passkey.lastUsedAt} style="ago" />
              </small>
            </span>
            <Button
              size="small"
              kind="danger"
              onClick={() => onTask({ kind: 'removePasskey', passkey })}
            >
              {text('factor.passkeyRemove', { name: passkey.name })}
            </Button>
          </li>
        ))}
      </ul>
      {noPasskeys && <p className="muted">{noPasskeys}</p>}
      <div className="buttons">
        <Button size="small" unavailable={noPasskeys} onClick={() => onTask({ kind: 'passkey' })}>
          {text('factor.passkeyAdd')}
        </Button>
      </div>
      {hasOne && (
        <>
          <h3>{text('factor.codes')}</h3>
          <p>{counted('factor.codesLeft', recoveryCodesLeft)}</p>
          <div className="buttons">
            <Button size="small" onClick={() => onTask({ kind: 'codes' })}>
              {text('factor.codesRenew')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

interface TaskDialogProps {
  task: Task
  login: string
  asksForCode: boolean | undefined
  onDone: (codes?: readonly string[]) => Promise<void>
  onClose: () => void
}

function TaskDialog({ task, login, asksForCode, onDone, onClose }: TaskDialogProps) {
  switch (task.kind) {
    case 'totp':
      return (
        <TotpDialog login={login} asksForCode={asksForCode} onDone={onDone} onClose={onClose} />
      )
    case 'passkey':
      return (
        <PasskeyDialog login={login} asksForCode={asksForCode} onDone={onDone} onClose={onClose} />
      )
    case 'removeTotp':
      return (
        <ConfirmPassword
          title={text('factor.totpRemoveTitle')}
          about={text('factor.removeEffect')}
          submit={text('factor.remove')}
          login={login}
          asksForCode={asksForCode}
          onConfirm={async (proof) => {
            await api.removeTotp({ login }, proof)
            await onDone()
          }}
          onClose={onClose}
        />
      )
    case 'removePasskey':
      return (
        <ConfirmPassword
          title={text('factor.passkeyRemoveTitle', { name: task.passkey.name })}
          about={text('factor.removeEffect')}
          submit={text('factor.remove')}
          login={login}
          asksForCode={asksForCode}
          onConfirm={async (proof) => {
            await api.removePasskey({ login, id: task.passkey.id }, proof)
            await onDone()
          }}
          onClose={onClose}
        />
      )
    case 'codes':
      return (
        <ConfirmPassword
          title={text('factor.codesRenewTitle')}
          about={text('factor.codesRenewEffect')}
          submit={text('factor.codesRenewSubmit')}
          login={login}
          asksForCode={asksForCode}
          onConfirm={async (proof) => {
            const { recoveryCodes } = await api.renewRecoveryCodes({ login }, proof)
            await onDone(recoveryCodes)
          }}
          onClose={onClose}
        />
      )
  }
}
