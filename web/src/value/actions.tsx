import type { Job, ValueDetail, ValueName, Worker } from '@assay/contract'
import { useState } from 'react'
import { rememberJobs } from '../analysis/session-jobs.ts'
import { api } from '../api.ts'
import { changed, readAgain } from '../data/cache.ts'
import { keyOf } from '../data/keys.ts'
import { submit } from '../data/submit.ts'
import { useAnalyzers } from '../data/workers.ts'
import { BulkProgress } from '../jobs/bulk-progress.tsx'
import { useBulk } from '../jobs/use-bulk.ts'
import { analyzerName } from '../model/analyzer-name.ts'
import { defaultMarking } from '../model/marking.ts'
import { CasePicker } from '../response/case-picker.tsx'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useValueKeys } from './use-value-keys.ts'

interface ValueActionsProps {
  subject: ValueName
  found: ValueDetail
  /** The next question is marked as the last one was. */
  newest: Job | undefined
}

/** Analyze again, add to a case. Whoever may do neither sees none of it. */
export function ValueActions({ subject, found, newest }: ValueActionsProps) {
  const { analyze } = useRights()
  const analyzers = useAnalyzers(analyze)
  const bulk = useBulk()
  const [isAdding, setAdding] = useState(false)
  const fits = new Set([
    ...found.answers.map(({ analyzerId }) => analyzerId),
    ...found.notAsked.map(({ id }) => id),
  ])
  const fitting = (analyzers.data ?? []).filter(({ id }) => fits.has(id))
  const missing = fitting.filter(({ id }) => found.notAsked.some((one) => one.id === id))
  const { tlp, pap } = newest ?? { tlp: defaultMarking, pap: defaultMarking }
  const cannot =
    (found.file?.isStored === false && text('value.notStored')) ||
    (fitting.length === 0 && text('value.noneFits'))

  async function run(workers: readonly Worker[]) {
    const value =
      subject.hash === undefined
        ? (subject.data ?? '')
        : { hash: subject.hash, name: found.file?.names[0] }
    const { done } = await bulk.run({
      label: text('value.sending'),
      items: workers,
      nameOf: ({ name }) => analyzerName(name),
      work: ({ id }) =>
        submit({ analyzerId: id, dataType: subject.dataType, value, tlp, pap, force: true }),
    })
    rememberJobs(done.map(({ result }) => result))
    if (done.length > 0)
      showToast({ kind: 'success', message: counted('jobs.started', done.length) })
    await readAgain(keyOf('value', subject))
  }
  const runAll = () => {
    if (!cannot && !bulk.isBusy) void run(fitting)
  }
  useValueKeys({ a: analyze ? runAll : undefined, c: analyze ? () => setAdding(true) : undefined })
  if (!analyze) return null
  const isKnown = found.answers.length > 0
  return (
    <>
      <Menu
        label={text(isKnown ? 'value.analyzeAgain' : 'value.analyze')}
        name={text(isKnown ? 'value.analyzeAgain' : 'value.analyze')}
        button={{ busy: bulk.isBusy, unavailable: cannot }}
        items={[
          {
            label: counted('value.askAll', fitting.length),
            icon: 'refresh',
            onSelect: () => void run(fitting),
          },
          isKnown &&
            missing.length > 0 && {
              label: counted('value.askMissing', missing.length),
              icon: 'play',
              onSelect: () => void run(missing),
            },
        ]}
      />
      <Button kind="primary" icon="case" onClick={() => setAdding(true)}>
        {text('value.addToCase')}
      </Button>
      <BulkProgress state={bulk.state} onClose={bulk.forget} />
      {isAdding && (
        <AddToCase
          subject={subject}
          found={found}
          marking={{ tlp, pap }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

interface AddToCaseProps {
  subject: ValueName
  found: ValueDetail
  marking: { tlp: number; pap: number }
  onClose: () => void
}

function AddToCase({ subject, found, marking, onClose }: AddToCaseProps) {
  return (
    <CasePicker
      title={text('value.addTitle')}
      confirm={text('value.addTo')}
      except={found.sightings.filter(({ type }) => type === 'case').map(({ id }) => id)}
      onClose={onClose}
      onPick={async ({ _id: id, number }) => {
        const { dataType, data, hash } = subject
        const content =
          hash === undefined
            ? { data: [data ?? ''] }
            : { attachment: { id: hash, name: found.file?.names[0] ?? hash } }
        await api.createCaseObservableV1({ id }, { dataType, tlp: marking.tlp, ...content })
        await changed('case_artifact')
        await readAgain(keyOf('value', subject))
        showToast({ kind: 'success', message: text('value.added', { number: String(number) }) })
        onClose()
      }}
    />
  )
}
