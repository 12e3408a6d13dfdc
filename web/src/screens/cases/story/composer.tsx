import { extract } from '@assay/contract'
import { useMemo, useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { changed } from '../../../base/data/cache.ts'
import { useSession } from '../../../base/session/session.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Avatar } from '../../../base/ui/avatar.tsx'
import { Button } from '../../../base/ui/button.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { useAction } from '../../../base/use-action.ts'
import { byType } from '../../../shared/response/pasted.ts'
import { addObservables } from '../observables/add.ts'
import { CommentField } from './comment-field.tsx'
import { draftOf, keepDraft } from './drafts.ts'
import { useCaseValues } from './side-values.tsx'

interface ComposerProps {
  caseId: string
  tlp: number
}

const maxOffered = 20

/** A comment: Ctrl Enter sends it, and what was begun is there again after a reload. */
export function Composer({ caseId, tlp }: ComposerProps) {
  const { user } = useSession()
  const [words, setWords] = useState(() => draftOf(user.id, caseId))
  const { busy, problem, run } = useAction()
  const write = (next: string) => {
    setWords(next)
    keepDraft(user.id, caseId, next)
  }
  const isEmpty = words.trim() === ''
  const send = () => {
    if (isEmpty || busy) return
    void run(async () => {
      await api.createCaseComment({ id: caseId }, { message: words })
      write('')
      await changed('comment')
    })
  }
  return (
    <div className="composer">
      <Avatar name={user.name ?? user.id} />
      <div className="composer-body">
        <Notice kind="error">{problem?.message}</Notice>
        <CommentField
          label={text('cases.writeComment')}
          rows={isEmpty ? 1 : 4}
          value={words}
          onChange={write}
          onSend={send}
          isComposer
        />
        {!isEmpty && (
          <div className="buttons">
            <Button kind="primary" size="small" busy={busy} onClick={send}>
              {text('cases.sendComment')}
            </Button>
            <span className="muted small composer-hint">{text('cases.commentHint')}</span>
            <OfferedValues caseId={caseId} tlp={tlp} words={words} />
          </div>
        )}
      </div>
    </div>
  )
}

const spelled = ({ dataType, data }: { dataType: string; data?: unknown }) =>
  `${dataType} ${String(data ?? '').toLowerCase()}`

/** New values in the comment can be added to the case, too. */
function OfferedValues({ caseId, tlp, words }: ComposerProps & { words: string }) {
  const { query, values } = useCaseValues(caseId)
  const found = useMemo(
    () =>
      extract(words, { max: maxOffered }).map(({ dataType, value }) => ({ dataType, data: value })),
    [words],
  )
  const held = new Set(values.map(({ observable }) => spelled(observable)))
  const offered = found.filter((value) => !held.has(spelled(value)))
  if (!query.data || offered.length === 0) return null
  const add = () =>
    attempt(async () => {
      await addObservables(
        caseId,
        byType(offered).map((group) => ({ ...group, tlp })),
      )
      await changed('case_artifact')
    })
  return (
    <Button size="small" icon="plus" onClick={() => void add()}>
      {counted('cases.addValuesOf', offered.length)}
    </Button>
  )
}
