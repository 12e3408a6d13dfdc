import { diffFields, type FieldChanges } from '../../domain/report-diff.ts'

/** Of the content of two stored reports, which are JSON texts; `null` has no content. */
export function compareBodies(before: string | null, after: string | null): FieldChanges {
  return diffFields(fullOf(before), fullOf(after))
}

/** Reasons, verdict and artifacts are compared apart. */
function fullOf(body: string | null): unknown {
  if (body === null) return {}
  const { full } = JSON.parse(body) as { full?: unknown }
  if (typeof full !== 'object' || full === null || Array.isArray(full)) return {}
  const { findings: _, verdict: __, ...rest } = full as Record<string, unknown>
  return rest
}
