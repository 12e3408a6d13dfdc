import { defang, detect, type Job } from '@assay/contract'
import { failed } from '../../base/data/jobs.ts'
import { useAnalyzers, useResponders } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangText } from '../../base/model/defang.ts'
import { markingOf } from '../../base/model/marking.ts'
import { jobStatuses, statusOf } from '../../base/model/statuses.ts'
import { dateAndTime } from '../../base/model/times.ts'
import { typeName } from '../../base/model/type-name.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import type { FilterValues, ListDeclaration } from '../list/declaration.ts'
import { dataTypeChoices, plainChoices } from '../list/field-choices.ts'
import { CreatedFilter, presetLabel } from './created-filter.tsx'
import { createdPresets, isPreset, momentOf } from './moments.ts'
import { containing, numbers, oneOf, type Query, spellings, withWords } from './query.ts'

/** The list of jobs: a new filter is one more entry here. */
export const jobList: ListDeclaration<Job> = {
  idOf: ({ id }) => id,
  defaultSort: '-createdAt',
  sortable: ['status', 'data', 'workerName', 'createdBy', 'createdAt'],
  pageSizes: [50, 100, 500, 1000, 10_000],
  texts: {
    filters: 'jobs.filters',
    chosenFilters: 'jobs.chosenFilters',
    removeFilter: 'jobs.removeFilter',
    noMatch: 'jobs.noMatch',
    noMatchAbout: 'jobs.noMatchText',
    pageEmpty: { icon: 'jobs', title: 'jobs.pageEmpty', first: 'jobs.firstPage' },
  },
  filters: [
    {
      key: 'q',
      label: 'jobs.observable',
      control: {
        kind: 'search',
        label: 'jobs.observableFilter',
        placeholder: 'jobs.observablePlaceholder',
      },
      query: ([typed = '']) => containing(typed),
      nameOf: defanged,
    },
    {
      key: 'value',
      label: 'jobs.exactValue',
      query: ([value]) => ({ _or: [{ data: value }, { 'attachment.id': value }] }),
      nameOf: defanged,
    },
    {
      key: 'status',
      label: 'jobs.status',
      control: { kind: 'choices', useChoices: statusChoices },
      query: (values) => statusQuery(values),
      nameOf: statusName,
    },
    {
      key: 'type',
      label: 'jobs.type',
      control: { kind: 'choices', useChoices: useTypeChoices, takesOthers: true },
      query: (values) => oneOf('dataType', values.flatMap(spellings)),
      nameOf: typeName,
    },
    {
      key: 'worker',
      label: 'jobs.worker',
      control: { kind: 'choices', useChoices: useWorkerChoices },
      query: (values) => ({ _or: [oneOf('workerId', values), oneOf('workerName', values)] }),
      useNames: useWorkerNames,
    },
    {
      key: 'tlp',
      label: 'jobs.tlp',
      query: (values) => oneOf('tlp', numbers(values)),
      nameOf: markingName,
    },
    {
      key: 'pap',
      label: 'jobs.pap',
      query: (values) => oneOf('pap', numbers(values)),
      nameOf: markingName,
    },
    {
      key: 'by',
      label: 'jobs.by',
      control: { kind: 'choices', useChoices: usePeopleChoices, takesOthers: true },
      query: (values) => oneOf('createdBy', values),
    },
    {
      key: 'created',
      label: 'jobs.created',
      control: { kind: 'own', Component: CreatedFilter },
      accepts: isPreset,
      query: ([preset = ''], { all, now }) =>
        isPreset(preset) && !hasExactTimes(all)
          ? { _gte: { createdAt: now - createdPresets[preset] } }
          : undefined,
      nameOf: (preset) => (isPreset(preset) ? presetLabel(preset) : preset),
    },
    {
      key: 'from',
      label: 'jobs.from',
      accepts: isMoment,
      query: ([from = '']) => ({ _gte: { createdAt: momentOf(from) } }),
      nameOf: momentName,
    },
    {
      key: 'to',
      label: 'jobs.to',
      accepts: isMoment,
      query: ([to = '']) => ({ _lt: { createdAt: momentOf(to) } }),
      nameOf: momentName,
    },
    {
      key: 'error',
      label: 'jobs.error',
      query: ([words = '']) => withWords('errorMessage', words),
      nameOf: defangText,
    },
  ],
}

/**
 * What responders did: they have no types to filter by, and the job does not know for whom the
 * platform ran it.
 */
export const responseList: ListDeclaration<Job> = {
  ...jobList,
  sortable: ['status', 'workerName', 'createdAt'],
  filters: jobList.filters
    .filter(({ key }) => key !== 'type' && key !== 'by')
    .map((filter) => (filter.key === 'worker' ? { ...filter, label: 'jobs.responder' } : filter)),
}

function hasExactTimes({ from = [], to = [] }: FilterValues) {
  return from.length + to.length > 0
}

function defanged(value: string) {
  return defang(detect(value)?.dataType ?? 'other', value)
}

export function statusName(value: string) {
  if (value === notApplicable) return text('status.notApplicable')
  const status = statusOf(value)
  return status ? text(`status.${status}`) : value
}

function markingName(value: string) {
  return markingOf(Number(value)) ?? value
}

function isMoment(value: string) {
  return momentOf(value) !== undefined
}

function momentName(value: string) {
  return dateAndTime(momentOf(value) ?? 0)
}

function statusChoices() {
  return jobStatuses
    .filter((status) => status !== 'Deleted')
    .map((value): { value: string; label: string } => ({ value, label: text(`status.${value}`) }))
    .toSpliced(4, 0, { value: notApplicable, label: text('status.notApplicable') })
}

/** On the wire it is a Failure. */
const notApplicable = 'NotApplicable'
const notApplicableField = 'notApplicable'

function statusQuery(values: readonly string[]): Query {
  const others = values.filter((value) => value !== notApplicable && value !== 'Failure')
  const parts: Query[] = [
    ...(others.length > 0 ? [oneOf('status', others)] : []),
    ...(values.includes('Failure') ? [failed] : []),
    ...(values.includes(notApplicable) ? [{ _contains: notApplicableField }] : []),
  ]
  return parts.length === 1 && parts[0] ? parts[0] : { _or: parts }
}

type Rows = readonly Job[] | undefined
type Chosen = readonly string[]

/** A user without access to jobs is not asked about workers either. */
function useWorkers(rows: Rows) {
  const analyzers = useAnalyzers(rows !== undefined)
  const responders = useResponders(rows !== undefined)
  return [...(analyzers.data ?? []), ...(responders.data ?? [])]
}

/** What is enabled, and what the rows show although it is not any more. */
function useWorkerChoices(rows: Rows) {
  const enabled = useWorkers(rows).map(({ name }) => name)
  const names = plainChoices([...enabled, ...(rows ?? []).map(({ workerName }) => workerName)])
  return names.map((choice) => ({ ...choice, label: analyzerName(choice.value) }))
}

function useTypeChoices(rows: Rows, chosen: Chosen) {
  const taken = useWorkers(rows).flatMap(({ dataTypeList }) => dataTypeList)
  return dataTypeChoices([...taken, ...(rows ?? []).map(({ dataType }) => dataType), ...chosen])
}

function usePeopleChoices(rows: Rows, chosen: Chosen) {
  const { user } = useSession()
  return plainChoices([user.id, ...(rows ?? []).map(({ createdBy }) => createdBy), ...chosen])
}

/** Other screens link with the id of a worker. */
function useWorkerNames() {
  const workers = [...(useAnalyzers().data ?? []), ...(useResponders().data ?? [])]
  return (id: string) => analyzerName(workers.find((one) => one.id === id)?.name ?? id)
}
