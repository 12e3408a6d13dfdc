import type { Db } from '../database.ts'

/** Comments that name a user, with their cases. */
export const mentionsOf = (
  db: Db,
  { login, organization }: { readonly login: string; readonly organization: string },
) =>
  db
    .selectFrom('mentions as m')
    .innerJoin('comments as t', 't.id', 'm.comment_id')
    .innerJoin('cases as c', 'c.id', 't.case_id')
    .where('m.login', '=', login)
    // A user who came from another organization no longer sees what was written there.
    .where('t.organization', '=', organization)
