import { ApiError, type ReportDraft, type ReportSection } from '@assay/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../base/api.ts'
import { queryClient, readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { afterSaving, isUnsaved, nothingUnsaved, sectionsWith, type Unsaved } from './changes.ts'

const pauseMs = 800
const retryMs = 10_000

const placeOf = (caseId: string) => `assay.report.${caseId}`

/** What a reload interrupted; for this tab alone. */
function kept(caseId: string): Unsaved {
  try {
    return JSON.parse(sessionStorage.getItem(placeOf(caseId)) ?? 'null') ?? nothingUnsaved
  } catch {
    return nothingUnsaved
  }
}

function keep(caseId: string, unsaved: Unsaved): void {
  try {
    if (isUnsaved(unsaved)) sessionStorage.setItem(placeOf(caseId), JSON.stringify(unsaved))
    else sessionStorage.removeItem(placeOf(caseId))
  } catch {
    // It is on the screen, at least.
  }
}

export interface Editing {
  readonly sections: readonly ReportSection[]
  readonly state: 'saved' | 'saving' | 'unsaved' | 'conflict' | 'failed'
  readonly problem: string | undefined
  change(section: ReportSection): void
  reorder(ids: readonly string[]): void
  remove(id: string): void
  /** Saves at once; rejects if that is not possible. */
  flush(): Promise<void>
  /** Drops one's own changes and shows those of the other person. */
  discard(): void
}

/** Typed text is kept in the tab at once and saved when the writer pauses. */
export function useEditing(caseId: string, draft: ReportDraft): Editing {
  const [unsaved, setUnsaved] = useState(() => kept(caseId))
  const [state, setState] = useState<Editing['state']>('saved')
  const [problem, setProblem] = useState<string>()
  const latest = useRef(unsaved)
  const running = useRef<Promise<void>>(undefined)

  const update = (next: Unsaved) => {
    latest.current = next
    keep(caseId, next)
    setUnsaved(next)
  }

  const save = async (): Promise<void> => {
    await running.current
    const sent = latest.current
    if (!isUnsaved(sent)) return
    setState('saving')
    const work = api.saveReportDraft(
      { id: caseId },
      {
        order: [...(sent.order ?? [])],
        changed: Object.values(sent.changed).map(({ id, title, body, lines, revision }) => ({
          id,
          title,
          body,
          lines,
          revision,
        })),
        removed: [...sent.removed],
      },
    )
    running.current = work.then(
      () => undefined,
      () => undefined,
    )
    try {
      const saved = await work
      queryClient.setQueryData(keyOf('caseReport', caseId, 'draft'), saved)
      update(afterSaving(latest.current, sent, saved))
      setProblem(undefined)
      setState(isUnsaved(latest.current) ? 'unsaved' : 'saved')
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409
      setState(isConflict ? 'conflict' : 'failed')
      setProblem(error instanceof Error ? error.message : String(error))
      throw error
    }
  }

  const autosave = useEffectEvent(() => void save().catch(() => undefined))
  useEffect(() => {
    if (!isUnsaved(unsaved) || state === 'conflict') return
    const timer = setTimeout(() => autosave(), state === 'failed' ? retryMs : pauseMs)
    return () => clearTimeout(timer)
  }, [unsaved, state])

  const edit = (next: Unsaved) => {
    update(next)
    if (state === 'saved' || state === 'failed') setState('unsaved')
  }
  return {
    sections: sectionsWith(draft, unsaved),
    state,
    problem,
    change: (section) =>
      edit({ ...latest.current, changed: { ...latest.current.changed, [section.id]: section } }),
    reorder: (ids) => edit({ ...latest.current, order: ids }),
    remove(id) {
      const { [id]: _, ...changed } = latest.current.changed
      edit({ ...latest.current, changed, removed: [...latest.current.removed, id] })
    },
    flush: save,
    discard() {
      update(nothingUnsaved)
      setProblem(undefined)
      setState('saved')
      void readAgain(keyOf('caseReport', caseId))
    },
  }
}
