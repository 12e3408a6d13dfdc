import type { Job, ValueDetail, ValueName, Worker } from '@assay/contract'
import { useState } from 'react'
import { rememberJobs } from '../analysis/session-jobs.ts'
import { useMedia } from '../analysis/use-media.ts'
import { readAgain } from '../data/cache.ts'
import { keyOf } from '../data/keys.ts'
import { submit } from '../data/submit.ts'
import { useAnalyzers } from '../data/workers.ts'
import { BulkProgress } from '../jobs/bulk-progress.tsx'
import { useBulk } from '../jobs/use-bulk.ts'
import { analyzerName } from '../model/analyzer-name.ts'
import { useSearch } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import { AddToCase } from './add-to-case.tsx'
import { ChooseAnalyzers, costOf } from './choose-analyzers.tsx'
import { MoreMenu } from './more-menu.tsx'
import { Respond } from './respond.tsx'
import { shownSubject } from './shown.ts'
import { useValueKeys } from './use-value-keys.ts'

interface ValueActionsProps {
  subject: ValueName
  found: ValueDetail
  newest: Job | undefined
  /** The next question is marked as the last one was. */
  marking: { tlp: number; pap: number }
  /** The copy in the case from which the reader came. */
  copy: string | undefined
}

type Asked = 'choose' | 'add' | 'respond' | 'addAndRespond'

/** Analyze again, respond, add to a case. Whoever may do none of it sees only what is read. */
export function ValueActions({ subject, found, newest, marking, copy }: ValueActionsProps) {
  const { analyze } = useRights()
  const { set } = useSearch()
  const isNarrow = useMedia('(width < 720px)')
  const [asked, setAsked] = useState<Asked>()
  const analysis = useAnalysis(subject, found, marking)
  const { fitting, missing, cannot, isBusy, run } = analysis
  const isKnown = found.answers.length > 0
  const word = text(isKnown ? 'value.analyzeAgain' : 'value.analyze')
  const close = () => setAsked(undefined)
  useValueKeys({
    a: analyze && !cannot && !isBusy ? () => void run(fitting) : undefined,
    c: analyze ? () => setAsked('add') : undefined,
    r: analyze ? () => setAsked('respond') : undefined,
  })
  const questions: (MenuItem | false)[] = [
    {
      label: text('value.askAll', { cost: costOf(fitting) }),
      icon: 'refresh',
      unavailable: cannot,
      onSelect: () => void run(fitting),
    },
    isKnown &&
      missing.length > 0 && {
        label: counted('value.askMissing', missing.length),
        icon: 'play',
        unavailable: cannot,
        onSelect: () => void run(missing),
      },
    {
      label: text('value.choose'),
      icon: 'filter',
      unavailable: cannot,
      onSelect: () => setAsked('choose'),
    },
  ]
  const more = { subject, found, newest, marking }
  if (!analyze) return <MoreMenu {...more} first={[]} />
  return (
    <div className="value-actions buttons">
      {!isNarrow && (
        <Menu
          label={word}
          name={word}
          button={{ busy: isBusy, unavailable: cannot }}
          items={questions}
        />
      )}
      <Button icon="play" onClick={() => setAsked('respond')}>
        {text('value.respond')}
      </Button>
      <Button kind="primary" icon="case" onClick={() => setAsked('add')}>
        {text('value.addToCase')}
      </Button>
      <MoreMenu {...more} first={isNarrow ? questions : []} />
      <BulkProgress state={analysis.state} onClose={analysis.forget} />
      {asked === 'choose' && <ChooseAnalyzers fitting={fitting} onRun={run} onClose={close} />}
      {(asked === 'add' || asked === 'addAndRespond') && (
        <AddToCase
          subject={subject}
          found={found}
          marking={marking}
          shown={shownSubject(subject, found)}
          onClose={close}
          onAdded={({ id }) => {
            if (asked === 'addAndRespond') set({ case: id })
            setAsked(asked === 'addAndRespond' ? 'respond' : undefined)
          }}
        />
      )}
      {asked === 'respond' && (
        <Respond
          key={copy ?? ''}
          found={found}
          tlp={marking.tlp}
          copy={copy}
          onCase={(id) => set({ case: id })}
          onAdd={() => setAsked('addAndRespond')}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Who can be asked, and asking them. */
function useAnalysis(
  subject: ValueName,
  found: ValueDetail,
  marking: { tlp: number; pap: number },
) {
  const { analyze } = useRights()
  const analyzers = useAnalyzers(analyze)
  const { state, isBusy, run: each, forget } = useBulk()
  const isUnasked = (worker: Worker) => found.notAsked.some(({ id }) => id === worker.id)
  const fitting = (analyzers.data ?? []).filter(
    (worker) =>
      isUnasked(worker) || found.answers.some(({ analyzerId }) => analyzerId === worker.id),
  )
  const cannot =
    (found.file?.isStored === false && text('value.notStored')) ||
    (fitting.length === 0 && text('value.noneFits'))

  async function run(workers: readonly Worker[]): Promise<void> {
    const value =
      subject.hash === undefined
        ? (subject.data ?? '')
        : { hash: subject.hash, name: found.file?.names[0] }
    const { done } = await each({
      label: text('value.sending'),
      items: workers,
      nameOf: ({ name }) => analyzerName(name),
      work: ({ id }) =>
        submit({ analyzerId: id, dataType: subject.dataType, value, ...marking, force: true }),
    })
    rememberJobs(done.map(({ result }) => result))
    if (done.length > 0)
      showToast({ kind: 'success', message: counted('jobs.started', done.length) })
    await readAgain(keyOf('value', subject))
  }
  return { fitting, missing: fitting.filter(isUnasked), cannot, state, isBusy, run, forget }
}
