import type { Worker } from '@assay/contract'
import { takesType } from '../data/workers.ts'
import type { ListDeclaration } from '../list/declaration.ts'
import { formatNumber, text } from '../texts/index.ts'
import type { Choice } from '../ui/choice-menu.tsx'
import { type Grade, grades } from './health.ts'
import { typeName } from './type-name.ts'

export interface CatalogueRow {
  readonly worker: Worker
  readonly grade: Grade
}

/** The catalogue, which is read whole: a new filter is one more entry here. */
export const catalogueList: ListDeclaration<CatalogueRow> = {
  idOf: ({ worker }) => worker.id,
  texts: { noMatch: 'catalogue.noMatch', removeFilter: 'catalogue.removeFilter' },
  filters: [
    {
      key: 'q',
      label: 'catalogue.search',
      control: { kind: 'search' },
      matches: ({ worker }, [typed = '']) => hasWords(worker, typed.trim()),
      chip: 'none',
    },
    {
      key: 'type',
      label: 'catalogue.type',
      control: {
        kind: 'choices',
        useChoices: (rows = []) =>
          countedChoices(
            rows.flatMap(({ worker }) => worker.dataTypeList),
            typeName,
          ),
      },
      matches: ({ worker }, types) => types.some((type) => takesType(worker, type)),
      nameOf: typeName,
      chip: 'value only',
    },
    {
      key: 'licence',
      label: 'catalogue.licence',
      control: {
        kind: 'choices',
        useChoices: (rows = []) => countedChoices(rows.map(({ worker }) => worker.license)),
      },
      matches: ({ worker }, licences) => licences.includes(worker.license),
      chip: 'value only',
    },
    {
      key: 'health',
      label: 'catalogue.health',
      control: { kind: 'choices', useChoices: gradeChoices },
      accepts: isGrade,
      matches: ({ grade }, wanted) => wanted.includes(grade),
      nameOf: (value) => (isGrade(value) ? text(`catalogue.grade.${value}`) : value),
      chip: 'value only',
    },
  ],
}

/** Every word must occur in the name, the description or the author. */
function hasWords({ name, description, author }: Worker, typed: string): boolean {
  const hay = `${name} ${description} ${author}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

function isGrade(value: string): value is Grade {
  return grades.some((grade) => grade === value)
}

function gradeChoices() {
  return grades.map((value) => ({ value, label: text(`catalogue.grade.${value}`) }))
}

/** Each value once, in order, with how many workers have it. */
export function countedChoices(values: readonly string[], nameOf = (value: string) => value) {
  return [...Map.groupBy(values.filter(Boolean), (value) => value)]
    .map(
      ([value, same]): Choice => ({
        value,
        label: nameOf(value),
        hint: formatNumber(same.length),
      }),
    )
    .sort((a, b) => a.value.localeCompare(b.value))
}
