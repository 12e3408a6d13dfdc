import { type OutgoingMessage, type OutgoingStatus, outgoingStatuses } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Select } from '../../../base/ui/field.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Pager } from '../../../base/ui/pager.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { type Column, Table } from '../../../base/ui/table.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { sendingColumns } from '../sending-columns.tsx'
import { MailTextsForm } from './mail-texts-form.tsx'

const perPage = 20

/** What leaves by mail and chat: what waits, what failed and why, and what mails begin and end with. */
export function OutboxTab() {
  const [status, setStatus] = useState<OutgoingStatus>()
  const [from, setFrom] = useState(0)
  const { busy, problem, run } = useAction()
  const range = `${from}-${from + perPage}`
  const filter = status === undefined ? {} : { status }
  const messages = useQuery({
    queryKey: keyOf('outbox', status ?? '', range),
    queryFn: ({ signal }) => api.listOutbox({ ...filter, range }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 10_000,
  })
  const retry = (ids?: string[]) =>
    void run(async () => {
      const { messages: count } = await api.retryOutbox(ids ? { ids } : {})
      showToast({ kind: 'success', message: counted('outbox.retried', count) })
      await readAgain(keyOf('outbox'))
    })
  const retryOne = {
    key: 'retry',
    label: text('outbox.retry'),
    cell: ({ id, to, status: now }: OutgoingMessage) =>
      (now === 'GivenUp' || now === 'Waiting') && (
        <Button size="small" busy={busy} onClick={() => retry([id])}>
          {text('outbox.retry')} <span className="visually-hidden">{to}</span>
        </Button>
      ),
  }
  return (
    <>
      <p className="form-lead">{text('outbox.about')}</p>
      <MailTextsForm />
      <Notice kind="error">{problem?.message}</Notice>
      <div className="field-row">
        <Select
          label={text('users.status')}
          name="status"
          value={status ?? ''}
          options={[
            { value: '', label: text('outbox.all') },
            ...outgoingStatuses.map((value) => ({ value, label: text(`sending.status.${value}`) })),
          ]}
          onChange={(chosen) => {
            setStatus(outgoingStatuses.find((one) => one === chosen))
            setFrom(0)
          }}
        />
        <Button busy={busy} onClick={() => retry()}>
          {text('outbox.retryAll')}
        </Button>
      </div>
      <Answer query={messages}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title={text('outbox.none')} icon="bell" />
          ) : (
            <>
              <Table
                caption={text('place.outbox')}
                columns={[...columns(), retryOne]}
                rows={rows}
                idOf={({ id }) => id}
              />
              <Pager from={from} size={perPage} total={total} onGo={setFrom} />
            </>
          )
        }
      </Answer>
    </>
  )
}

const columns = (): Column<OutgoingMessage>[] => {
  const [at, ...others] = sendingColumns<OutgoingMessage>()
  const to = {
    key: 'to',
    label: text('outbox.to'),
    isWide: true,
    cell: ({ way, to, kind }: OutgoingMessage) => (
      <>
        <span className="value">{to}</span>{' '}
        <span className="muted">
          {text(`outbox.way.${way}`)}
          {way !== 'reply' && `, ${text(`outbox.kind.${kind}`)}`}
        </span>
      </>
    ),
  }
  return at ? [at, to, ...others] : [to, ...others]
}
