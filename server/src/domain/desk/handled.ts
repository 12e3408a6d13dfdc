interface Alert {
  readonly read: number
  readonly case_id: string | null
}

type ChangeOf<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Unread and in no case. */
export const isWaiting = ({ read, case_id }: Alert): boolean => read === 0 && case_id === null

/** What a change says of when an alert was handled; nothing where it changes nothing of that. */
export function handledAfter(
  before: Alert,
  { read = before.read, case_id = before.case_id }: ChangeOf<Alert>,
  now: number,
): { readonly handled_at?: number | null } {
  const isOver = !isWaiting({ read, case_id })
  if (isOver === !isWaiting(before)) return {}
  return { handled_at: isOver ? now : null }
}
