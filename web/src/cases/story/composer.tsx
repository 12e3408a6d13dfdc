import { extract } from '@assay/contract'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { api } from '../../api.ts'
import { attempt } from '../../attempt.ts'
import { changed } from '../../data/cache.ts'
import { byType } from '../../response/pasted.ts'
import { useSession } from '../../session/session.ts'
import { counted, text } from '../../texts/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'
import { draftOf, keepDraft } from './drafts.ts'

interface ComposerProps {
  caseId: string
  tlp: number
}

const maxOffered = 20

/** A comment: Ctrl Enter sends it, and what was begun is there again after a reload. */
export function Composer({ caseId, tlp }: ComposerProps) {
  const { user } = useSession()
  const id = useId()
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
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
  }
  return (
    <div className="composer">
      <Avatar name={user.name ?? user.id} />
      <div className="composer-body">
        <Notice kind="error">{problem?.message}</Notice>
        <label className="visually-hidden" htmlFor={id}>
          {text('cases.writeComment')}
        </label>
        <textarea
          id={id}
          className="input"
          data-composer
          rows={isEmpty ? 1 : 4}
          placeholder={text('cases.writeComment')}
          value={words}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={press}
        />
        {!isEmpty && (
          <div className="buttons">
            <Button kind="primary" size="small" busy={busy} onClick={send}>
              {text('cases.sendComment')}
            </Button>
            <span className="muted small">{text('cases.commentHint')}</span>
            <OfferedValues caseId={caseId} tlp={tlp} words={words} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Values in the comment can stand in the case, too. */
function OfferedValues({ caseId, tlp, words }: ComposerProps & { words: string }) {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(
    () =>
      extract(words, { max: maxOffered }).map(({ dataType, value }) => ({
        dataType,
        data: value,
        likely: [],
        notes: [],
      })),
    [words],
  )
  const offered = found.filter(({ data }) => !added.has(data))
  if (offered.length === 0) return null
  const add = () =>
    attempt(async () => {
      for (const group of byType(offered))
        await api.createCaseObservableV1({ id: caseId }, { ...group, tlp })
      setAdded(new Set([...added, ...offered.map(({ data }) => data)]))
      showToast({
        kind: 'success',
        message: counted('cases.observablesAdded', offered.length),
      })
      await changed('case_artifact')
    })
  return (
    <Button size="small" icon="plus" onClick={() => void add()}>
      {counted('cases.addValuesOf', offered.length)}
    </Button>
  )
}
