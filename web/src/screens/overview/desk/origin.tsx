import { type AlertOutcome, alertOutcomes, type Desk, type DeskOutcomes } from '@assay/contract'
import { Link } from '../../../base/routing/link.tsx'
import { counted, formatNumber, text } from '../../../base/texts/index.ts'
import { BarList } from '../../../shared/charts/bar-list.tsx'
import { StackList } from '../../../shared/charts/stack-list.tsx'
import type { Tone } from '../../../shared/charts/stacked-bars.tsx'
import type { DeskColumn } from './export.ts'
import { DeskPanel } from './panel.tsx'
import { More } from './work.tsx'

interface SourceRow extends DeskOutcomes {
  readonly key: string
  readonly name: string
  /** None for all others together. */
  readonly source?: string
}

/** As many as can be told apart in a bar; the table has all eight. */
const groups = ['truePositive', 'falsePositive', 'otherwise', 'open', 'dismissed'] as const
type Group = (typeof groups)[number]

const groupOf: Record<AlertOutcome, Group> = {
  ...{ truePositive: 'truePositive', falsePositive: 'falsePositive', dismissed: 'dismissed' },
  ...{ indeterminate: 'otherwise', duplicated: 'otherwise', other: 'otherwise' },
  ...{ open: 'open', waiting: 'open' },
}
const tones: Record<Group, Tone> = {
  ...{ truePositive: 'bad', falsePositive: 'plain', otherwise: 'neutral', open: 'warn' },
  dismissed: 'skipped',
}
const shownSources = 10

export function SourcesChart({ desk: { sources, otherSources } }: { desk: Desk }) {
  const title = text('desk.sources')
  const rows: SourceRow[] = [
    ...sources.map((row) => ({ ...row, key: `source ${row.source}`, name: row.source })),
    ...(otherSources
      ? [
          {
            ...otherSources,
            key: 'others',
            name: counted('desk.otherSources', otherSources.sources),
          },
        ]
      : []),
  ]
  const columns: DeskColumn<SourceRow>[] = [
    { key: 'source', label: text('desk.source'), value: ({ name }) => name, isText: true },
    ...alertOutcomes.map(
      (outcome): DeskColumn<SourceRow> => ({
        key: outcome,
        label: text(`desk.outcome.${outcome}`),
        value: (row) => row[outcome],
        shown: (row) => formatNumber(row[outcome]),
      }),
    ),
  ]
  const sum = (row: SourceRow, group?: Group) =>
    alertOutcomes.reduce(
      (total, outcome) =>
        total + (group === undefined || groupOf[outcome] === group ? row[outcome] : 0),
      0,
    )
  return (
    <DeskPanel
      title={title}
      name="desk-sources"
      rows={rows}
      idOf={({ key }) => key}
      columns={columns}
      about={text('desk.sourcesAbout')}
      empty={rows.length === 0 ? text('desk.none') : undefined}
      chart={
        <>
          <StackList
            label={title}
            series={groups.map((group) => ({
              name: text(`desk.group.${group}`),
              tone: tones[group],
            }))}
            rows={rows.slice(0, shownSources).map((row) => ({
              key: row.key,
              name:
                row.source === undefined ? (
                  row.name
                ) : (
                  <Link to={`/alerts?${new URLSearchParams({ source: row.source })}`}>
                    {row.source}
                  </Link>
                ),
              parts: groups.map((group) => sum(row, group)),
              value: formatNumber(sum(row)),
            }))}
          />
          <More count={rows.length - shownSources} />
        </>
      }
    />
  )
}

type Technique = Desk['techniques'][number]

const shownTechniques = 10

export function TechniquesChart({ desk: { techniques, otherTechniques } }: { desk: Desk }) {
  const title = text('desk.techniques')
  const countOf = ({ cases, alerts }: Technique) => cases + alerts
  const most = Math.max(1, ...techniques.map(countOf))
  const number = (key: 'cases' | 'alerts', label: string): DeskColumn<Technique> => ({
    ...{ key, label },
    value: (row) => row[key],
    shown: (row) => formatNumber(row[key]),
  })
  return (
    <DeskPanel
      title={title}
      name="desk-techniques"
      rows={techniques}
      idOf={({ id }) => id}
      columns={[
        { key: 'id', label: text('desk.technique'), value: ({ id }) => id, isText: true },
        { key: 'name', label: text('desk.techniqueName'), value: ({ name }) => name, isText: true },
        number('cases', text('desk.cases')),
        number('alerts', text('desk.alertsColumn')),
      ]}
      about={
        <>
          {text('desk.techniquesAbout')}{' '}
          {otherTechniques > 0 && counted('desk.moreTechniques', otherTechniques)}
        </>
      }
      empty={techniques.length === 0 ? text('desk.none') : undefined}
      chart={
        <>
          <BarList
            label={title}
            rows={techniques.slice(0, shownTechniques).map((row) => ({
              key: row.id,
              name: (
                <>
                  {row.name} <span className="muted">{row.id}</span>
                </>
              ),
              share: countOf(row) / most,
              tone: 'plain',
              value: formatNumber(countOf(row)),
            }))}
          />
          <More count={techniques.length - shownTechniques} />
        </>
      }
    />
  )
}
