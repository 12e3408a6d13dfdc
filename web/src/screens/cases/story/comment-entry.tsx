import type { StoryEntry } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { changed } from '../../../base/data/cache.ts'
import { useRights } from '../../../base/session/rights.ts'
import { useSession } from '../../../base/session/session.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { useAction } from '../../../base/use-action.ts'
import { Markdown } from '../../../shared/response/markdown/markdown.tsx'
import { CommentField } from './comment-field.tsx'

/** A colleague's comment; your own can be changed and deleted. */
export function CommentBubble({ entry }: { entry: StoryEntry }) {
  const { user } = useSession()
  const { analyze, administer } = useRights()
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const isOwn = analyze && entry.by === user.id
  const close = () => setAsked(undefined)
  if (asked === 'edit') return <EditComment entry={entry} onClose={close} />
  const remove = async () => {
    close()
    await attempt(async () => {
      await api.deleteComment({ id: entry.id })
      await changed('comment')
    })
  }
  return (
    <div className="bubble">
      <Markdown value={entry.message ?? ''} />
      {(isOwn || administer) && (
        <div className="bubble-buttons">
          {isOwn && (
            <Button size="small" kind="quiet" icon="edit" iconOnly onClick={() => setAsked('edit')}>
              {text('cases.editComment')}
            </Button>
          )}
          <Button
            size="small"
            kind="quiet"
            icon="trash"
            iconOnly
            onClick={() => setAsked('delete')}
          >
            {text('cases.deleteComment')}
          </Button>
        </div>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={text('cases.deleteCommentTitle')}
          confirm={text('app.delete')}
          onConfirm={() => void remove()}
          onCancel={close}
        >
          <p>{text('cases.deleteCommentText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function EditComment({ entry, onClose }: { entry: StoryEntry; onClose: () => void }) {
  const [words, setWords] = useState(entry.message ?? '')
  const { busy, problem, run } = useAction()
  const isEmpty = words.trim() === ''
  const save = () => {
    if (isEmpty || busy) return
    void run(async () => {
      await api.updateComment({ id: entry.id }, { message: words })
      await changed('comment')
      onClose()
    })
  }
  return (
    <div className="bubble bubble-edited">
      <Notice kind="error">{problem?.message}</Notice>
      <CommentField
        label={text('cases.editComment')}
        rows={4}
        value={words}
        onChange={setWords}
        onSend={save}
      />
      <div className="buttons">
        <Button
          kind="primary"
          size="small"
          busy={busy}
          unavailable={isEmpty && text('cases.commentMissing')}
          onClick={save}
        >
          {text('app.save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {text('app.cancel')}
        </Button>
      </div>
    </div>
  )
}
