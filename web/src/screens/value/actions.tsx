import type { Job, ValueDetail, ValueName } from '@assay/contract'
import { useState } from 'react'
import { useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Menu, type MenuItem } from '../../base/ui/menu.tsx'
import { useMedia } from '../../base/ui/use-media.ts'
import { BulkProgress } from '../../shared/jobs/bulk-progress.tsx'
import { MarkDialog } from '../../shared/verdicts/mark.tsx'
import { AddToCase } from './add-to-case.tsx'
import { AllowDialog } from './allow-dialog.tsx'
import { isListable } from './allow-list.ts'
import { ChooseAnalyzers, costOf } from './choose-analyzers.tsx'
import { MoreMenu } from './more-menu.tsx'
import { Respond } from './respond.tsx'
import { shownSubject } from './shown.ts'
import type { Analysis } from './use-analysis.ts'
import type { Stopping } from './use-stop.ts'
import { useValueKeys } from './use-value-keys.ts'
import { toggleWatch, WatchMenu, watchItems } from './watch.tsx'

interface ValueActionsProps {
  subject: ValueName
  found: ValueDetail
  newest: Job | undefined
  /** The next question is marked as the last one was. */
  marking: { tlp: number; pap: number }
  /** The copy in the case from which the reader came. */
  copy: string | undefined
  /** Undefined for read-only users. */
  analysis: Analysis | undefined
  stopping: Stopping
}

type Asked = 'mark' | 'choose' | 'add' | 'respond' | 'addAndRespond' | 'allow'

/** Analyze again, respond, add to a case. Users without these rights see only the content. */
export function ValueActions({ analysis, ...props }: ValueActionsProps) {
  const { subject, found, newest, marking } = props
  if (analysis) return <Actions {...props} analysis={analysis} />
  return <MoreMenu {...{ subject, found, newest, marking }} first={[]} />
}

function Actions(props: ValueActionsProps & { analysis: Analysis }) {
  const { subject, found, newest, marking, copy, analysis, stopping } = props
  const { fitting, missing, cannot, isBusy, run } = analysis
  const { params, set } = useSearch()
  const { administer } = useRights()
  const isNarrow = useMedia('(width < 720px)')
  const [asked, setAsked] = useState<Asked>()
  const isKnown = found.answers.length > 0
  const word = text(isKnown ? 'value.analyzeAgain' : 'value.analyze')
  const close = () => setAsked(undefined)
  useValueKeys({
    a: cannot || isBusy || stopping.stop ? undefined : () => void run(fitting),
    '.': stopping.stop && (() => void stopping.stop?.()),
    c: () => setAsked('add'),
    f: () => setAsked('mark'),
    r: () => setAsked('respond'),
    w: () => void toggleWatch(subject, found),
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
  const markItem: MenuItem = {
    label: text('verdict.markAs'),
    icon: 'flag',
    onSelect: () => setAsked('mark'),
  }
  const allowItem: MenuItem | false = administer &&
    subject.data !== undefined && {
      label: text('value.allow'),
      icon: 'check',
      unavailable: !isListable(subject.data) && text('value.notListable'),
      onSelect: () => setAsked('allow'),
    }
  const more = { subject, found, newest, marking }
  return (
    <div className="thumb-actions buttons">
      {!isNarrow && <WatchMenu subject={subject} found={found} />}
      {stopping.stop ? (
        <Button icon="stop" busy={stopping.isStopping} onClick={() => void stopping.stop?.()}>
          {text('value.stop')}
        </Button>
      ) : (
        !isNarrow && (
          <Menu
            label={word}
            name={word}
            button={{ icon: 'refresh', busy: isBusy, unavailable: cannot }}
            items={questions}
          />
        )
      )}
      {!isNarrow && (
        <Button icon="flag" onClick={() => setAsked('mark')}>
          {text('verdict.markAs')}
        </Button>
      )}
      <Button icon="play" onClick={() => setAsked('respond')}>
        {text('value.respond')}
      </Button>
      <Button kind="primary" icon="case" onClick={() => setAsked('add')}>
        {text('value.addToCase')}
      </Button>
      <MoreMenu
        {...more}
        first={isNarrow ? [...questions, markItem, ...watchItems(subject, found)] : []}
        last={[allowItem]}
      />
      <BulkProgress state={analysis.state} onClose={analysis.forget} />
      {asked === 'choose' && (
        <ChooseAnalyzers
          dataType={subject.dataType}
          fitting={fitting}
          onRun={run}
          onClose={close}
        />
      )}
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
      {asked === 'mark' && (
        <MarkDialog
          values={[{ ...subject, filename: found.file?.names[0] }]}
          caseId={params.get('case') ?? undefined}
          onClose={close}
        />
      )}
      {asked === 'allow' && <AllowDialog subject={subject} analysis={analysis} onClose={close} />}
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
