import type { CaseV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import {
  allOf,
  anyOf,
  contains,
  is,
  isBefore,
  isOneOf,
  listedSteps,
} from '../../base/data/steps.ts'
import { useColleagues } from '../../base/data/users.ts'
import { isRecord } from '../../base/model/levels.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { fromDay, isDay, untilDay } from '../../shared/list/days.ts'
import type { ListDeclaration, ListState } from '../../shared/list/declaration.ts'
import { conditionOf } from '../../shared/list/filters.ts'
import { severityFilter } from '../../shared/response/marking-choices.ts'
import { tagFilter } from '../../shared/response/tag-filter.ts'
import { caseStatuses, statusText } from './case-marks.tsx'

/** The list of cases: a new filter is one more entry here. */
export const caseList: ListDeclaration<CaseV1> = {
  idOf: ({ _id }) => _id,
  defaultSort: '-startDate',
  sortable: ['number', 'title', 'severity', 'status', 'assignee', 'dueDate', 'startDate'],
  pageSizes: [30],
  texts: { noMatch: 'cases.noMatch', removeFilter: 'cases.removeFilter' },
  filters: [
    {
      key: 'q',
      label: 'cases.searchLabel',
      control: { kind: 'search', placeholder: 'cases.search' },
      query: ([typed = '']) => withWords(typed.trim()),
      chip: 'none',
    },
    {
      key: 'status',
      label: 'cases.status',
      control: { kind: 'choices', useChoices: statusChoices },
      query: (values) => isOneOf('status', values),
      nameOf: statusText,
    },
    { ...severityFilter('cases.severity'), chip: 'value only' },
    {
      key: 'owner',
      label: 'cases.owner',
      control: { kind: 'choices', useChoices: useOwnerChoices },
      query: (values) => isOneOf('assignee', values),
    },
    tagFilter,
    {
      key: 'from',
      label: 'cases.openedFrom',
      control: { kind: 'day' },
      accepts: isDay,
      query: fromDay('startDate'),
      nameOf: (day) => text('cases.chipFrom', { day }),
      chip: 'value only',
    },
    {
      key: 'to',
      label: 'cases.openedTo',
      control: { kind: 'day' },
      accepts: isDay,
      query: untilDay('startDate'),
      nameOf: (day) => text('cases.chipTo', { day }),
      chip: 'value only',
    },
    {
      key: 'overdue',
      label: 'cases.overdue',
      control: { kind: 'toggle', icon: 'status-waiting' },
      accepts: (value) => value === 'yes',
      query: () => allOf([is('status', 'Open'), isBefore('dueDate', Date.now())]),
      nameOf: () => text('cases.overdue'),
      chip: 'value only',
    },
    {
      key: 'flagged',
      label: 'cases.flagged',
      control: { kind: 'toggle', icon: 'flag' },
      accepts: (value) => value === 'yes',
      query: () => is('flag', true),
      nameOf: () => text('cases.flagged'),
      chip: 'value only',
    },
  ],
}

/** `#12` and `12` mean the number too. */
function withWords(wanted: string) {
  const number = /^#?(\d{1,9})$/.exec(wanted)?.[1]
  return anyOf([
    ...(number ? [is('number', Number(number))] : []),
    contains('title', wanted),
    contains('description', wanted),
  ])
}

function statusChoices() {
  return caseStatuses.map((value) => ({ value, label: text(`cases.status.${value}`) }))
}

function useOwnerChoices() {
  const { user } = useSession()
  return (useColleagues().data ?? []).map(({ login, name }) => ({
    value: login,
    label: login === user.id ? text('response.you', { login }) : login,
    hint: name,
  }))
}

export const useCases = ({ values, sort, from, size }: ListState<CaseV1>) =>
  useQuery({
    queryKey: keyOf('cases', { values, sort, from }),
    queryFn: ({ signal }) =>
      runQuery<CaseV1>(
        listedSteps('Case', {
          filter: conditionOf(caseList.filters, values),
          sort: [sort, '-number'],
          from,
          size,
          more: { extraData: ['total', 'observableStats', 'taskStats'] },
        }),
        { name: 'cases', signal },
      ),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })

const numberIn = (stats: unknown, name: string): number => {
  const value = isRecord(stats) ? stats[name] : 0
  return typeof value === 'number' ? value : 0
}

/** Returned with the case when the query asks for it. */
export const countsOf = ({ extraData }: Pick<CaseV1, 'extraData'>) => ({
  observables: numberIn(extraData.observableStats, 'total'),
  tasks: numberIn(extraData.taskStats, 'total'),
  openTasks: numberIn(extraData.taskStats, 'Waiting') + numberIn(extraData.taskStats, 'InProgress'),
})
