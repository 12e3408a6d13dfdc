import type { ObservableV1, VerdictLevel } from '@assay/contract'
import { useObservableTypes } from '../../../base/data/settings.ts'
import { anyOf, contains, is, isOneOf } from '../../../base/data/steps.ts'
import { text } from '../../../base/texts/index.ts'
import type { ListDeclaration } from '../../../shared/list/declaration.ts'
import { dataTypeChoices } from '../../../shared/list/field-choices.ts'
import { tagFilter } from '../../../shared/response/tag-filter.ts'

/** The observables of a case: a new filter is one more entry here. */
export const observableList: ListDeclaration<ObservableV1> = {
  idOf: ({ _id }) => _id,
  defaultSort: '-startDate',
  sortable: ['dataType', 'data', 'tlp', 'startDate'],
  pageSizes: [50],
  texts: { noMatch: 'cases.noObservableMatch', removeFilter: 'cases.removeFilter' },
  filters: [
    {
      key: 'q',
      label: 'cases.searchObservablesLabel',
      control: { kind: 'search', placeholder: 'cases.searchObservables' },
      query: ([typed = '']) =>
        anyOf(['data', 'attachment.name', 'message'].map((field) => contains(field, plain(typed)))),
      chip: 'none',
    },
    // The page itself filters by it, see `use-judged.ts`.
    {
      key: 'verdict',
      label: 'response.verdict',
      control: { kind: 'choices', useChoices: verdictChoices },
      accepts: (value) => levelNames.some((name) => name === value),
      chip: 'none',
    },
    {
      key: 'type',
      label: 'cases.type',
      control: { kind: 'choices', useChoices: useTypeChoices },
      query: (values) => isOneOf('dataType', values),
      chip: 'none',
    },
    tagFilter,
    {
      key: 'only',
      label: 'cases.marks',
      control: { kind: 'choices', useChoices: markChoices },
      accepts: (value) => value === 'ioc' || value === 'sighted',
      // Each that is named must hold.
      query: (marks) => marks.map((mark) => is(mark, true)),
      chip: 'none',
    },
  ],
}

const levelNames = ['malicious', 'suspicious', 'none', 'safe', 'unasked'] as const

/** How a verdict is called in the address. */
export const levelName = (level: VerdictLevel | null) => level ?? 'unasked'

function verdictChoices() {
  return levelNames.map((name) => ({ value: name, label: text(`verdict.${name}`) }))
}

/** People copy values from the page, where they are defanged. */
const plain = (typed: string) =>
  typed.trim().replaceAll('[.]', '.').replaceAll('[:]', ':').replace(/^hxxp/i, 'http')

function useTypeChoices() {
  return dataTypeChoices((useObservableTypes().data ?? []).map(({ name }) => name))
}

function markChoices() {
  return [
    { value: 'ioc', label: text('cases.ioc') },
    { value: 'sighted', label: text('cases.sighted') },
  ]
}
