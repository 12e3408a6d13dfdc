import type { AlertV1, AuditEntry, CaseV1, ObservableV1, TaskV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { filterSteps, isOneOf, listStep, pageStep } from '../../../base/data/steps.ts'
import { useAnalyzers, useResponders } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { path } from '../../../base/routing/match.ts'
import { workerPath } from '../../../base/routing/settings-path.ts'
import { valuePath } from '../../../base/ui/observable.tsx'

/** The current name and location of an entity. */
export interface NamedObject {
  readonly name: string
  readonly to: string
}

type Row = { readonly _id: string; readonly extraData: Readonly<Record<string, unknown>> }

/** How entities of a type are read and named. A deleted one has no row, and so no name. */
const readers: Readonly<Record<string, { entity: string; named: (row: never) => NamedObject }>> = {
  case: {
    entity: 'Case',
    named: ({ _id, number, title }: CaseV1) => ({
      name: `#${number} ${defangText(title)}`,
      to: path`/cases/${_id}`,
    }),
  },
  alert: {
    entity: 'Alert',
    named: ({ _id, title }: AlertV1) => ({ name: defangText(title), to: path`/alerts/${_id}` }),
  },
  case_task: {
    entity: 'Task',
    named: ({ _id, title, extraData }: TaskV1) => ({
      name: defangText(title),
      to: path`/cases/${String(extraData.caseId)}/tasks/${_id}`,
    }),
  },
  case_artifact: {
    entity: 'Observable',
    named: (row: ObservableV1) => ({ name: shownValue(row), to: valuePath(row) }),
  },
}

/** For one page of entries: each entity by `type/id`. */
export function useNamedObjects(entries: readonly AuditEntry[], enabled: boolean) {
  const wanted = Object.keys(readers).flatMap((type) => {
    const ids = [
      ...new Set(entries.filter((one) => one.objectType === type).map((one) => one.objectId)),
    ].sort()
    return ids.length > 0 ? [{ type, ids }] : []
  })
  const { data } = useQuery({
    queryKey: keyOf('audit', 'objects', wanted),
    queryFn: async ({ signal }) => {
      const found = await Promise.all(wanted.map((one) => readNamed(one, signal)))
      return new Map(found.flat())
    },
    enabled: enabled && wanted.length > 0,
    placeholderData: (previous) => previous,
  })
  const analyzers = useAnalyzers(enabled)
  const responders = useResponders(enabled)
  const workers = (['analyzer', 'responder'] as const).flatMap((kind) =>
    ((kind === 'analyzer' ? analyzers : responders).data ?? []).map(
      ({ id, name }) =>
        [`${kind}/${id}`, { name: analyzerName(name), to: workerPath(kind, id) }] as const,
    ),
  )
  return new Map<string, NamedObject>([...workers, ...(data ?? [])])
}

async function readNamed(
  { type, ids }: { type: string; ids: readonly string[] },
  signal: AbortSignal,
): Promise<[string, NamedObject][]> {
  const reader = readers[type]
  if (!reader) return []
  const { rows } = await runQuery<Row>(
    [
      listStep(reader.entity),
      ...filterSteps(isOneOf('_id', ids)),
      pageStep(0, ids.length, { extraData: ['caseId'] }),
    ],
    { name: 'audit-objects', signal },
  )
  return rows.map((row) => [`${type}/${row._id}`, reader.named(row as never)])
}
