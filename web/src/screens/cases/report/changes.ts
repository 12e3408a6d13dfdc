import type { ReportDraft, ReportSection } from '@assay/contract'

/** What this browser changed and the server does not have yet. */
export interface Unsaved {
  readonly changed: Readonly<Record<string, ReportSection>>
  readonly removed: readonly string[]
  readonly order: readonly string[] | undefined
}

export const nothingUnsaved: Unsaved = { changed: {}, removed: [], order: undefined }

export const isUnsaved = ({ changed, removed, order }: Unsaved): boolean =>
  Object.keys(changed).length > 0 || removed.length > 0 || order !== undefined

/** The draft as the editor shows it: the server's sections with one's own changes over them. */
export function sectionsWith(
  draft: Pick<ReportDraft, 'sections'>,
  { changed, removed, order }: Unsaved,
): ReportSection[] {
  const known = new Set(draft.sections.map(({ id }) => id))
  const all = [
    ...draft.sections.map((section) => changed[section.id] ?? section),
    ...Object.values(changed).filter(({ id }) => !known.has(id)),
  ].filter(({ id }) => !removed.includes(id))
  if (!order) return all
  const place = new Map(order.map((id, index) => [id, index]))
  const placeOf = ({ id }: ReportSection) => place.get(id) ?? order.length
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What is left after these changes were saved: what was typed in the meantime. */
export function afterSaving(now: Unsaved, sent: Unsaved, draft: ReportDraft): Unsaved {
  const revisions = new Map(draft.sections.map(({ id, revision }) => [id, revision]))
  const changed = Object.fromEntries(
    Object.entries(now.changed).flatMap(([id, section]) =>
      sent.changed[id] === section
        ? []
        : [[id, { ...section, revision: revisions.get(id) ?? section.revision }]],
    ),
  )
  return {
    changed,
    removed: now.removed.filter((id) => !sent.removed.includes(id)),
    order: now.order === sent.order ? undefined : now.order,
  }
}
