import type { InvestigationDetail, InvestigationJob } from '@assay/contract'
import { type ReactNode, useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { useAnalyzers } from '../../base/data/workers.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { announce } from '../../base/ui/announcer.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { sendInto } from '../analysis/sending.ts'
import { fittingPairs, sendablesFor, tryAgain } from './run.ts'

type Asked = Parameters<typeof fittingPairs>[0]

/** From here on a run needs a confirmation: a misclick should not cost a quota. */
const askAbove = 200

interface Question {
  jobs: number
  /** What it is made of. */
  cost: string
  run: () => void
}

interface Running {
  /** Every value to every analyzer that takes it. */
  run: (asked: Asked, isForced: boolean) => void
  retry: (failed: readonly InvestigationJob[]) => void
  /** What is asked before a large one. */
  dialog: ReactNode
}

export function useRun(
  investigation: InvestigationDetail,
  owner: string,
  onSent: () => void,
): Running {
  const { id } = investigation
  const { analyze } = useRights()
  const analyzers = useAnalyzers(analyze)
  const [question, setQuestion] = useState<Question>()

  const askFirst = (asked: Question) => {
    const go = () => {
      setQuestion(undefined)
      onSent()
      asked.run()
    }
    if (asked.jobs > askAbove) setQuestion({ ...asked, run: go })
    else go()
  }
  const run = (asked: Asked, isForced: boolean) => {
    const pairs = fittingPairs(asked, analyzers.data ?? [], investigation)
    if (pairs.length === 0) {
      announce(text('investigation.noneFits'))
      return
    }
    askFirst({
      jobs: pairs.length,
      cost: text('investigation.cost', {
        values: counted('investigation.values', new Set(pairs.map(({ value }) => value.key)).size),
        analyzers: counted(
          'investigation.analyzers',
          new Set(pairs.map(({ analyzer }) => analyzer.id)).size,
        ),
      }),
      run: () => sendInto(id, owner, sendablesFor(pairs, investigation, isForced)),
    })
  }
  const retry = (failed: readonly InvestigationJob[]) =>
    askFirst({
      jobs: failed.length,
      cost: counted('investigation.values', new Set(failed.map(({ key }) => key)).size),
      run: () => void attempt(() => tryAgain(id, owner, failed)),
    })
  const dialog = question && (
    <ConfirmDialog
      title={counted('investigation.ask', question.jobs)}
      confirm={counted('investigation.askRun', question.jobs)}
      kind="primary"
      onCancel={() => setQuestion(undefined)}
      onConfirm={question.run}
    >
      <p>{question.cost}</p>
      <p>{text('investigation.askAbout')}</p>
    </ConfirmDialog>
  )
  return { run, retry, dialog }
}
