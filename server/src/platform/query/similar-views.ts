import { alertV1 } from '../alerts/views.ts'
import type { Similar } from '../cases/similar-details.ts'
import { caseV1 } from '../cases/views.ts'
import { withoutNulls } from '../render/parts.ts'
import type { AlertRow, CaseRow } from '../rows.ts'
import type { QueryScope } from './conditions.ts'

type Row = Record<string, unknown>

/** A result of `similarCases` or `similarAlerts`: the counts, and in `extraData` what they rest on. */
export const renderSimilar = (
  scope: Pick<QueryScope, 'definitions' | 'level'>,
  target: 'case' | 'alert',
  found: readonly Similar<unknown>[],
): Row[] =>
  found.map((similar) => ({
    ...(target === 'case'
      ? { case: caseV1(similar.row as CaseRow, scope.definitions, scope.level) }
      : { alert: alertV1(similar.row as AlertRow, scope.definitions, similar.observableCount) }),
    similarObservableCount: similar.similarObservableCount,
    observableCount: similar.observableCount,
    similarIocCount: similar.similarIocCount,
    iocCount: similar.iocCount,
    observableTypes: similar.observableTypes,
    extraData: {
      score: similar.score,
      observables: similar.shared.map(
        ({ id, dataType, data, attachmentName, ioc, holders, weight }) => ({
          _id: id,
          dataType,
          ...withoutNulls({ data }),
          ...(attachmentName !== null && { attachment: { name: attachmentName } }),
          ioc,
          count: holders,
          weight,
        }),
      ),
    },
  }))
