import type { ObservableV1 } from '@assay/contract'
import { contains, isOneOf } from '../../base/data/steps.ts'
import type { ListDeclaration } from '../../shared/list/declaration.ts'
import { dataTypeChoices } from '../../shared/list/field-choices.ts'

/** The observables of an alert: a new filter is one more entry here. */
export const observableList: ListDeclaration<ObservableV1> = {
  idOf: ({ _id }) => _id,
  defaultSort: '+_createdAt',
  sortable: ['data', 'ioc', 'tlp', '_createdAt'],
  pageSizes: [100],
  texts: {
    filters: 'alerts.filterObservables',
    noMatch: 'alerts.noObservableMatches',
    removeFilter: 'alerts.removeFilter',
  },
  filters: [
    {
      key: 'text',
      label: 'alerts.searchObservables',
      control: { kind: 'search' },
      query: ([typed = '']) => contains('data', typed.trim()),
      chip: 'none',
    },
    {
      key: 'type',
      label: 'response.types',
      control: {
        kind: 'choices',
        useChoices: (rows = [], chosen) =>
          dataTypeChoices([...chosen, ...rows.map(({ dataType }) => dataType)]),
      },
      query: (values) => isOneOf('dataType', values),
      chip: 'none',
    },
  ],
}
