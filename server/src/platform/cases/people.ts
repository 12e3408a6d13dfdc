import { AppError } from '../../domain/errors.ts'
import { findUser } from '../../identity/users/store.ts'
import type { Writing } from '../changes/write.ts'
import type { CaseRow } from '../rows.ts'

/** Only users of the same organization can be assigned a case. */
export async function requireUser(w: Writing, login: string): Promise<string> {
  const user = await findUser(w.tx, w.organization, login.toLowerCase())
  if (!user) throw new AppError('NotFoundError', 'User not found')
  return user.login
}

/** Clients send the whole entity back: a user who has left since must not stop them. */
export async function assigneeAfter(
  w: Writing,
  before: { readonly assignee: string | null },
  sent: string | null | undefined,
): Promise<string | null> {
  if (sent === undefined) return before.assignee
  return sent === null || sent === before.assignee ? sent : await requireUser(w, sent)
}

/** After it was made, or given to another user. */
export const tellAssignee = (
  w: Writing,
  { id, number, title, severity, tlp, assignee }: CaseRow,
): Promise<void> =>
  w.notify([assignee], {
    kind: 'assigned',
    objectType: 'case',
    objectId: id,
    parameters: { number, title, severity, tlp },
  })
