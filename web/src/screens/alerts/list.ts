import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { anyOf, contains, type Filter, is, isOneOf } from '../../base/data/steps.ts'
import { text } from '../../base/texts/index.ts'
import { fromDay, isDay, untilDay } from '../../shared/list/days.ts'
import type { ListDeclaration } from '../../shared/list/declaration.ts'
import { fieldChoices, valuesOfField } from '../../shared/list/field-choices.ts'
import { severityFilter } from '../../shared/response/marking-choices.ts'
import { type AlertStatus, alertStatuses } from './alert-status.ts'
import { DateFilter } from './date-filter.tsx'
import { dismissalName, dismissals, isDismissal } from './dismissals.ts'
import type { AlertRow } from './use-alert-list.ts'

/** The list of alerts: a new filter is one more entry here. */
export const alertList: ListDeclaration<AlertRow> = {
  idOf: ({ _id }) => _id,
  defaultSort: '-date',
  sortable: ['date'],
  pageSizes: [500],
  texts: {
    filters: 'alerts.filters',
    noMatch: 'alerts.noMatch',
    removeFilter: 'alerts.removeFilter',
  },
  filters: [
    {
      key: 'text',
      label: 'alerts.text',
      control: { kind: 'search', label: 'alerts.search' },
      query: ([typed = '']) =>
        anyOf(['title', 'description', 'sourceRef'].map((field) => contains(field, typed.trim()))),
    },
    {
      key: 'status',
      label: 'alerts.statusLabel',
      control: { kind: 'choices', useChoices: statusChoices },
      accepts: isStatus,
      query: (values) => anyOf(values.filter(isStatus).map((status) => statusFilters[status])),
      nameOf: (value) => (isStatus(value) ? text(`alerts.status.${value}`) : value),
    },
    {
      key: 'read',
      label: 'alerts.readLabel',
      control: { kind: 'choices', useChoices: readChoices, single: true },
      accepts: (value) => value === 'yes' || value === 'no',
      query: ([value]) => is('read', value === 'yes'),
      nameOf: (value) => text(value === 'yes' ? 'app.yes' : 'app.no'),
    },
    {
      key: 'dismissal',
      label: 'alerts.dismissalLabel',
      control: { kind: 'choices', useChoices: dismissalChoices },
      accepts: isDismissal,
      query: (values) => isOneOf('dismissal', values),
      nameOf: (value) => (isDismissal(value) ? dismissalName(value) : value),
    },
    severityFilter('response.severity'),
    {
      key: 'source',
      label: 'alerts.source',
      control: { kind: 'choices', useChoices: () => useAlertValues('source') },
      query: (values) => isOneOf('source', values),
    },
    {
      key: 'type',
      label: 'alerts.type',
      control: { kind: 'choices', useChoices: () => useAlertValues('type') },
      query: (values) => isOneOf('type', values),
    },
    {
      key: 'tag',
      label: 'alerts.tag',
      control: { kind: 'choices', label: 'alerts.tags', useChoices: () => useAlertValues('tags') },
      query: (values) => isOneOf('tags', values),
    },
    {
      key: 'after',
      label: 'alerts.after',
      control: { kind: 'own', Component: DateFilter },
      accepts: isDay,
      query: fromDay('date'),
    },
    { key: 'before', label: 'alerts.before', accepts: isDay, query: untilDay('date') },
  ],
}

/** Version 1 knows no status of alerts, only what it is made of. */
const statusFilters: Record<AlertStatus, Filter> = {
  New: { _and: [is('read', false), is('imported', false)] },
  Updated: { _and: [is('read', false), is('imported', true)] },
  Ignored: { _and: [is('read', true), is('imported', false)] },
  Imported: { _and: [is('read', true), is('imported', true)] },
}

function isStatus(value: string): value is AlertStatus {
  return Object.hasOwn(statusFilters, value)
}

function statusChoices() {
  return alertStatuses.map((value) => ({ value, label: text(`alerts.status.${value}`) }))
}

function dismissalChoices() {
  return dismissals.map((value) => ({ value, label: dismissalName(value) }))
}

function readChoices() {
  return [
    { value: 'no', label: text('alerts.unread') },
    { value: 'yes', label: text('alerts.read') },
  ]
}

/** The values that alerts have in this field, the most frequent first. */
function useAlertValues(field: 'source' | 'type' | 'tags') {
  const stats = useQuery({
    queryKey: keyOf('alertValues', field),
    queryFn: () => api.alertStats({ stats: valuesOfField(field) }),
    staleTime: 60_000,
  })
  return fieldChoices(stats.data)
}
