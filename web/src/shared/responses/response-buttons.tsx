import type { GuardedResponse } from '@assay/contract'
import { useState } from 'react'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
import { type Decision, decide, resolve } from './data.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { canUndo, needOf } from './words.ts'

interface ResponseButtonsProps {
  response: GuardedResponse
  /** What it is about, for screen readers. */
  name: string
  onDone?: () => void
}

type Asked = 'reject' | 'withdraw' | 'undo' | 'resolve'

/** Only what this user may do now. */
export function ResponseButtons({ response, name, onDone }: ResponseButtonsProps) {
  const { user } = useSession()
  const action = useAction()
  const [asked, setAsked] = useState<Asked>()
  const need = needOf(response)
  const isUnsettled = need === 'unknown' || need === 'undoFailed' || need === 'undoUnknown'
  const isOwn = response.state === 'asked' && response.requestedBy === user.id
  const finish = (decision: Decision | 'resolve') => {
    showToast({ kind: 'success', message: text(`brakes.told.${decision}`) })
    onDone?.()
  }
  const now = (decision: Decision) =>
    void action.run(async () => {
      await decide(decision, response.id)
      finish(decision)
    })
  const about = <span className="visually-hidden"> {name}</span>
  return (
    <div className="response-buttons">
      <p className="muted">{footWords(response, isOwn, response.ruleAuthor === user.id)}</p>
      <div className="buttons">
        {isOwn && (
          <Button size="small" icon="undo" onClick={() => setAsked('withdraw')}>
            {text('brakes.withdraw')}
            {about}
          </Button>
        )}
        {need === 'decide' && (
          <>
            <Button size="small" icon="close" onClick={() => setAsked('reject')}>
              {text('brakes.reject')}
              {about}
            </Button>
            <Button
              size="small"
              kind="primary"
              icon="check"
              busy={action.busy}
              onClick={() => now('approve')}
            >
              {text('brakes.approve')}
              {about}
            </Button>
          </>
        )}
        {isUnsettled && (
          <Button size="small" icon="check" onClick={() => setAsked('resolve')}>
            {text(need === 'unknown' ? 'brakes.resolve' : 'brakes.byHand')}
            {about}
          </Button>
        )}
        {canUndo(response) && (
          <Button
            size="small"
            icon={isUnsettled ? 'refresh' : 'undo'}
            busy={action.busy}
            onClick={() => (isUnsettled ? now('undo') : setAsked('undo'))}
          >
            {text(isUnsettled ? 'app.retry' : 'brakes.undoNow')}
            {about}
          </Button>
        )}
      </div>
      <Notice kind="error">{action.problem?.message}</Notice>
      {asked && (
        <ReasonDialog
          {...wordsOf(asked, need === 'unknown')}
          isRequired={asked === 'resolve'}
          onSubmit={async (reason) => {
            if (asked === 'resolve') await resolve(response.id, reason)
            else await decide(asked, response.id, reason || undefined)
            finish(asked)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

function footWords(response: GuardedResponse, isOwn: boolean, isAuthor: boolean): string {
  const { state, approvers, canDecide, resolvedBy, resolvedReason } = response
  if (state === 'asked') {
    if (canDecide) return text('brakes.covers')
    const others =
      approvers.length === 0
        ? text('brakes.othersApprove')
        : text('brakes.namedApprove', { names: approvers.join(', ') })
    if (isOwn) return `${text('brakes.notYourself')} ${others}`
    return isAuthor ? `${text('brakes.notYourRule')} ${others}` : others
  }
  if (resolvedBy !== null)
    return text('brakes.resolvedBy', { login: resolvedBy, reason: resolvedReason ?? '' })
  if (needOf(response) === 'paused') return text('brakes.paused')
  return ''
}

const wordsOf = (asked: Asked, isUnknown: boolean) => {
  if (asked === 'resolve' && isUnknown)
    return {
      title: text('brakes.resolveTitle'),
      lead: text('brakes.resolveLead'),
      submit: text('brakes.resolveNow'),
      icon: 'check',
    } as const
  const icons = { reject: 'close', withdraw: 'undo', undo: 'undo', resolve: 'check' } as const
  return {
    title: text(`brakes.title.${asked}`),
    lead: text(`brakes.lead.${asked}`),
    submit: text(`brakes.submit.${asked}`),
    icon: icons[asked],
  }
}
