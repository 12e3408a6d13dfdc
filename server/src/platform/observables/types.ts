import { notFound } from '../../domain/errors.ts'
import { valueProblem } from '../../domain/response/observable-values.ts'
import type { ObservableTypeRow } from '../rows.ts'

/** The type exists, and a value of this kind can be one of it. */
export function checkType(
  types: ReadonlyMap<string, ObservableTypeRow>,
  dataType: string,
  value: { readonly hasText: boolean; readonly hasFile: boolean },
): void {
  const type = types.get(dataType)
  if (!type) throw notFound('ObservableType', dataType)
  const problem = valueProblem({ name: type.name, isAttachment: type.is_attachment === 1 }, value)
  if (problem) throw problem
}
