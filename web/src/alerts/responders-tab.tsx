import type { contract, Output } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { CasePicker } from '../response/case-picker.tsx'
import { Link } from '../routing/link.tsx'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import { text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { AlertDetail } from './use-alert.ts'

type Responder = Output<typeof contract.listEngineResponders>[number]

/** Which responders would take such an alert, and why none of them is run from here. */
export function RespondersTab(props: { alert: AlertDetail; query: UseQueryResult<Responder[]> }) {
  return (
    <>
      <WhereTheyRun alert={props.alert} />
      <Answer query={props.query}>
        {(responders) =>
          responders.length === 0 ? (
            <Empty title={text('alerts.noResponders')} icon="play">
              {text('alerts.noRespondersAbout')}
            </Empty>
          ) : (
            <Table
              caption={text('alerts.tab.responders')}
              columns={columns()}
              rows={responders}
              idOf={({ id, name }) => `${id} ${name}`}
            />
          )
        }
      </Answer>
    </>
  )
}

const columns = (): Column<Responder>[] => [
  { key: 'name', label: text('alerts.responder'), isHeader: true, cell: ({ name }) => name },
  { key: 'version', label: text('alerts.version'), cell: ({ version }) => version },
  {
    key: 'description',
    label: text('alerts.description'),
    isWide: true,
    cell: ({ description }) => description,
  },
  {
    key: 'engines',
    label: text('alerts.engines'),
    cell: ({ engineIds }) => engineIds.join(', '),
  },
]

const observablesOf = (caseId: string) => `${path`/cases/${caseId}`}?tab=observables`

function WhereTheyRun({ alert: { caseId, caseNumber } }: { alert: AlertDetail }) {
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="notice notice-info">
      <Icon name="info" />
      <div className="notice-text">
        {text('alerts.respondersRun')}{' '}
        {caseId ? (
          <Link to={observablesOf(caseId)}>
            {text('alerts.chooseInCase', { number: String(caseNumber ?? caseId) })}
          </Link>
        ) : (
          <button type="button" className="link-button" onClick={() => setPicking(true)}>
            {text('alerts.chooseObservable')}
          </button>
        )}
      </div>
      {isPicking && (
        <CasePicker
          title={text('alerts.chooseCase')}
          confirm={text('alerts.openCase')}
          onPick={async ({ _id }) => navigate(observablesOf(_id))}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
