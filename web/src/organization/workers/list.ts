import type { ListDeclaration, ListFilter } from '../../list/declaration.ts'
import { text } from '../../texts/index.ts'
import type { Kind } from '../kinds.ts'
import { countOf, passes, type WorkerRow, workerFilters } from './worker-rows.ts'

const isFilter = (value: string) => workerFilters.some((filter) => filter === value)

/** By any of the chosen ones. */
const show: ListFilter<WorkerRow> = {
  key: 'show',
  label: 'workers.show',
  accepts: isFilter,
  control: {
    kind: 'choices',
    useChoices: (rows = []) =>
      workerFilters.map((value) => ({
        value,
        label: text(`workers.show.${value}`),
        hint: String(countOf(rows, value)),
      })),
  },
  matches: (row, chosen) =>
    workerFilters.some((filter) => chosen.includes(filter) && passes[filter](row)),
}

/** Every word, in name, description or types. */
const matchesWords = (row: WorkerRow, [wanted = '']: readonly string[]) => {
  const texts = [row.name, row.definition?.description ?? '', ...row.dataTypes]
  const haystack = texts.join(' ').toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

const listOf = (kind: Kind): ListDeclaration<WorkerRow> => ({
  idOf: ({ id }) => id,
  texts: { noMatch: 'workers.noneMatch' },
  filters: [
    {
      key: 'q',
      label: `workers.search.${kind}`,
      control: { kind: 'search' },
      matches: matchesWords,
    },
    show,
  ],
})

/** A new filter is one more entry above. */
export const workerLists: Record<Kind, ListDeclaration<WorkerRow>> = {
  analyzer: listOf('analyzer'),
  responder: listOf('responder'),
}
