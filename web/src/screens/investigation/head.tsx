import type { InvestigationDetail } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { defangText } from '../../base/model/defang.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { duration } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { counted, formatNumber, labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { PapMark, TlpMark } from '../../base/ui/marks.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { Time } from '../../base/ui/time.tsx'
import { useAction } from '../../base/use-action.ts'
import type { Sending } from '../analysis/sending.ts'
import type { Exported } from './export.ts'
import { ExportMenu, exportItems, exportLabel } from './export-menu.tsx'
import { workedMs } from './worked.ts'

interface HeadActionsProps {
  investigation: InvestigationDetail
  canAct: boolean
  isNarrow: boolean
  onAgain: () => void
  onAddToCase: () => void
  exported: Exported
}

/** On a phone, frequent actions stay in the bar, the rest is in `…`. */
export function HeadActions(props: HeadActionsProps) {
  const { investigation, canAct, isNarrow, onAgain, onAddToCase, exported } = props
  const { id, values } = investigation
  const [isDeleting, setDeleting] = useState(false)
  const action = useAction()
  const isEmpty = values.length === 0 && text('investigation.empty')
  if (!canAct) return <ExportMenu exported={exported} />
  const addValues = {
    label: text('investigation.addValues'),
    icon: 'plus',
    onSelect: () => navigate(`/new?${new URLSearchParams({ into: id })}`),
  } as const
  return (
    <div className="thumb-actions buttons">
      {!isNarrow && (
        <Button icon={addValues.icon} onClick={addValues.onSelect}>
          {addValues.label}
        </Button>
      )}
      <Button icon="refresh" unavailable={isEmpty} onClick={onAgain}>
        {text('investigation.again')}
      </Button>
      {!isNarrow && <ExportMenu exported={exported} />}
      <Button kind="primary" icon="case" unavailable={isEmpty} onClick={onAddToCase}>
        {text('investigation.addToCase')}
      </Button>
      <span className="inv-more-menu">
        <Menu
          label={text('investigation.more')}
          name={text('investigation.more')}
          button={{ icon: 'more', iconOnly: true }}
          items={[
            isNarrow && addValues,
            ...(isNarrow ? exportItems(exported, labeled(exportLabel(exported), '')) : []),
            {
              label: text('investigation.delete'),
              icon: 'trash',
              kind: 'danger',
              onSelect: () => setDeleting(true),
            },
          ]}
        />
      </span>
      {isDeleting && (
        <ConfirmDialog
          title={text('investigation.deleteTitle')}
          confirm={text('investigation.delete')}
          busy={action.busy}
          onCancel={() => setDeleting(false)}
          onConfirm={() =>
            void action.run(async () => {
              await api.deleteInvestigation({ id })
              // First leave this page, where it would be read once more.
              navigate('/investigations')
              await readAgain(keyOf('investigations'))
            })
          }
        >
          <p>{text('investigation.deleteAbout')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface HeadLineProps {
  investigation: InvestigationDetail
  sendings: readonly Sending[]
  organization: string
}

/** Who, when, how far, and which cases came of it. */
export function HeadLine({ investigation, sendings, organization }: HeadLineProps) {
  const { tlp, pap, createdBy, createdAt, jobs, cases } = investigation
  const unsent = sendings.reduce((sum, { sender }) => sum + unsentIn(sender), 0)
  const cached = sendings.reduce((sum, { sender }) => sum + cachedIn(sender), 0)
  const isStopped = unsent > 0 && sendings.every(({ sender }) => !sender.isBusy())
  const ended = jobs.filter(({ status }) => isFinal(status))
  const total = jobs.length + unsent
  const isDone = ended.length === total
  return (
    <div className="inv-line">
      <TlpMark tlp={tlp} />
      <PapMark pap={pap} />
      <span>
        {createdBy}, <Time at={createdAt} />
      </span>
      {total > 0 && (
        <span>
          {isDone
            ? counted('investigation.done', total, { took: duration(workedMs(jobs)) })
            : text('investigation.progress', {
                ended: formatNumber(ended.length),
                total: formatNumber(total),
              })}
        </span>
      )}
      {!isDone && (
        <progress
          max={total}
          value={ended.length}
          aria-label={text('investigation.progressName')}
        />
      )}
      {unsent > 0 &&
        (isStopped ? (
          <Button
            size="small"
            icon="play"
            onClick={() => {
              for (const { sender } of sendings) sender.start()
            }}
          >
            {counted('investigation.goOn', unsent)}
          </Button>
        ) : (
          <Button
            size="small"
            icon="stop"
            onClick={() => {
              for (const { sender } of sendings) sender.stop()
            }}
          >
            {text('investigation.stop')}
          </Button>
        ))}
      {cached > 0 && <span>{counted('investigation.cached', cached)}</span>}
      <span>{text('investigation.shared', { organization })}</span>
      {cases.length > 0 && (
        <span>
          {cases.map((one, index) => (
            <span key={one.id}>
              {index > 0 && ', '}
              <Link to={path`/cases/${one.id}`} title={defangText(one.title)}>
                {text('investigation.case', { number: String(one.number) })}
              </Link>
            </span>
          ))}
        </span>
      )}
    </div>
  )
}

/** Cached answers; they can be requested again. */
const cachedIn = ({ states }: Sending['sender']) =>
  [...states.values()].filter((state) => state.kind === 'job' && state.isCached).length

const unsentIn = ({ states }: Sending['sender']) =>
  [...states.values()].filter(({ kind }) => kind === 'queued' || kind === 'sending').length

/** What the server did not take, once with each reason. */
export function Refused({ sendings }: { sendings: readonly Sending[] }) {
  const refused = sendings.flatMap(({ id, sender }) =>
    [...sender.states].flatMap(([key, state]) =>
      state.kind === 'refused' ? [{ id, sender, key, message: state.message }] : [],
    ),
  )
  if (refused.length === 0) return null
  const messages = [...new Set(refused.map(({ message }) => message))]
  return (
    <div className="notice notice-warning inv-refused" role="alert">
      <div className="notice-text">
        <p>{counted('investigation.refused', refused.length)}</p>
        <ul>
          {messages.slice(0, 5).map((message) => (
            <li key={message}>{defangText(message)}</li>
          ))}
        </ul>
      </div>
      <Button
        size="small"
        icon="refresh"
        onClick={() => {
          for (const { sender, key } of refused) sender.again([key], { force: false })
        }}
      >
        {text('investigation.tryAgain')}
      </Button>
    </div>
  )
}
