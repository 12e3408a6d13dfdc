import { useEffect, useRef, useState } from 'react'
import { builtinAt } from '../../../base/model/builtins.ts'
import { questionOf } from '../../../base/model/question.ts'
import { navigate, useSearch } from '../../../base/routing/location.ts'
import { workerPath } from '../../../base/routing/settings-path.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Menu } from '../../../base/ui/menu.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Failed, Loading } from '../../../base/ui/states.tsx'
import type { Kind } from '../kinds.ts'
import { PolicyPart } from '../protection/policy-part.tsx'
import { useUncached } from '../use-uncached.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { SwitchDialog, versionOf } from './switch-dialog.tsx'
import { loadForm } from './switch-on.ts'
import { TryIt } from './try-it.tsx'
import { WorkerDetails } from './worker-details.tsx'
import { WorkerForm } from './worker-form.tsx'
import type { WorkerRow } from './worker-rows.ts'

interface WorkerPanelProps {
  kind: Kind
  row: WorkerRow
  rows: readonly WorkerRow[]
}

/** What one of them does, how it is set, and what it answers. */
export function WorkerPanel({ kind, row, rows }: WorkerPanelProps) {
  const { administer } = useRights()
  const { params } = useSearch()
  // Enabled once more, under another name.
  const isAgain = params.get('again') === 'yes' && row.definition !== undefined
  const worker = isAgain ? undefined : row.worker
  const heading = useHeadingFocus(params.has('field') || params.has('on'))
  const [hasChanges, setChanges] = useState(false)
  return (
    <section className="panel worker-panel" aria-labelledby="worker-heading">
      <div className="worker-panel-head">
        <h2 id="worker-heading" ref={heading} tabIndex={-1}>
          {isAgain ? text('workers.againTitle', { name: row.title }) : row.title}
        </h2>
        {administer && worker && <More kind={kind} row={row} />}
      </div>
      <p className="worker-lead">
        {questionOf(row.worker?.workerDefinitionId ?? row.name, row.description)}
      </p>
      <p className="muted worker-description">
        {row.description} {askingOf(row)}
      </p>
      {worker?.obsolete && <Obsolete kind={kind} row={row} />}
      {administer && (
        <FormOf kind={kind} row={row} rows={rows} isAgain={isAgain} onChanges={setChanges} />
      )}
      {kind === 'responder' && worker && (
        <PolicyPart
          key={worker.id}
          responder={{ id: worker.id, title: row.title, inputItems: worker.inputItems ?? [] }}
        />
      )}
      <TryIt kind={kind} worker={worker} hasChanges={hasChanges} />
      <WorkerDetails row={row} />
    </section>
  )
}

/** Who learns of the value; unknown for third-party programs that do not say it themselves. */
function askingOf({ needsNetwork, name, worker, definition }: WorkerRow): string {
  if (needsNetwork) return text('workers.asksOthers')
  const isBuiltin = builtinAt(worker?.workerDefinitionId ?? name, worker ?? definition ?? {})
  return isBuiltin ? text('workers.offline') : ''
}

/** Opening a row moves the focus to what it opened. */
function useHeadingFocus(isElsewhere: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel is opened
  useEffect(() => {
    if (!isElsewhere) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

interface FormOfProps extends WorkerPanelProps {
  isAgain: boolean
  onChanges: (hasChanges: boolean) => void
}

/** What it reads holds secrets and is not cached. */
function FormOf({ kind, row, rows, isAgain, onChanges }: FormOfProps) {
  const [savings, setSavings] = useState(0)
  const workerId = isAgain ? undefined : row.worker?.id
  const key = `${kind}/${row.id}/${workerId}/${savings}`
  const answer = useUncached(key, (call) => loadForm(kind, row.definition, workerId, call))
  if (answer.state === 'loading') return <Loading lines={6} />
  if (answer.state === 'failed') return <Failed error={answer.error} onRetry={answer.retry} />
  return (
    <WorkerForm
      key={key}
      kind={kind}
      row={row}
      rows={rows}
      data={answer.data}
      onChanges={onChanges}
      onSaved={(enabledId) => {
        if (enabledId !== undefined) navigate(workerPath(kind, enabledId), { replace: true })
        setSavings((count) => count + 1)
      }}
    />
  )
}

function More({ kind, row }: { kind: Kind; row: WorkerRow }) {
  const [task, setTask] = useState<'disable' | 'switch'>()
  const { worker, definition, title } = row
  const target = worker?.availableDefinitionId
  return (
    <>
      <Menu
        name={text('workers.moreFor', { name: title })}
        label={text('workers.moreFor', { name: title })}
        button={{ icon: 'more', iconOnly: true, kind: 'quiet', size: 'small' }}
        items={[
          {
            label: text('workers.enableAgain'),
            icon: 'plus',
            onSelect: () => navigate(`${workerPath(kind, row.id)}?again=yes`),
            unavailable: !definition && text('workers.obsolete'),
          },
          {
            label: target
              ? text('workers.switchTo', { version: versionOf(target) })
              : text('workers.switch'),
            icon: 'refresh',
            onSelect: () => setTask('switch'),
            unavailable: !target && text('workers.isNewest'),
          },
          {
            label: text('workers.disableThis'),
            icon: 'stop',
            kind: 'danger',
            onSelect: () => setTask('disable'),
          },
        ]}
      />
      {task === 'disable' && (
        <DisableDialog kind={kind} row={row} onClose={() => setTask(undefined)} />
      )}
      {task === 'switch' && (
        <SwitchDialog kind={kind} row={row} onClose={() => setTask(undefined)} />
      )}
    </>
  )
}

function Obsolete({ kind, row }: { kind: Kind; row: WorkerRow }) {
  const { administer } = useRights()
  const [isAsking, setAsking] = useState(false)
  const target = row.worker?.availableDefinitionId
  return (
    <Notice kind="warning">
      <p>{text('workers.obsoleteForm')}</p>
      {administer && target && (
        <Button size="small" onClick={() => setAsking(true)}>
          {text('workers.carryOver', { version: versionOf(target) })}
        </Button>
      )}
      {isAsking && <SwitchDialog kind={kind} row={row} onClose={() => setAsking(false)} />}
    </Notice>
  )
}
