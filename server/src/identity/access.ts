import type { Deps } from '../deps.ts'
import type { AccessChange } from '../domain/caller.ts'
import { AppError } from '../domain/errors.ts'
import type { Db } from '../storage/database.ts'

declare const changesAccess: unique symbol

/** A transaction whose end is followed by a look at the open calls of those concerned. */
export type AccessTx = Db & { readonly [changesAccess]: true }

/**
 * The only way to change permissions: the stores of users, organizations and sessions require this
 * kind of transaction. After it, streams and waits of users who lost a right end in this process at
 * once, and in the others as soon as the database has passed the message on.
 */
export async function changeAccess<T>(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  change: AccessChange | ((result: T) => AccessChange | undefined),
  work: (tx: AccessTx) => Promise<T>,
): Promise<T> {
  const result = await db
    .transaction()
    .execute((tx) => work(tx as unknown as AccessTx))
    .catch((error: unknown) => {
      // A commit whose answer was lost may have happened.
      if (typeof change !== 'function' && !(error instanceof AppError)) bus.changeAccess(change)
      throw error
    })
  const concerned = typeof change === 'function' ? change(result) : change
  if (concerned) bus.changeAccess(concerned)
  return result
}
