import type { ListChange } from '../../domain/values/history-runs.ts'
import type { Db } from '../../storage/database.ts'

/** Uploads of files in the time that a page of a history covers. */
const maxUploads = 500

export interface ListAuthor {
  readonly by: string
  readonly at: number
}

/** Who changed a list of the organization: the last upload of its file between two reports. */
export async function listAuthors(
  db: Db,
  organization: string,
  changes: readonly ListChange[],
): Promise<Map<ListChange, ListAuthor>> {
  const own = changes.filter(({ source }) => source === 'list')
  if (own.length === 0) return new Map()
  const uploads = await db
    .selectFrom('audit')
    .select(['actor', 'at', 'object_id'])
    .where('organization', '=', organization)
    .where('object_type', '=', 'resource')
    .where('action', 'in', ['resource.upload', 'resource.replace'])
    .where('at', '>=', Math.min(...own.map(({ since }) => since)))
    .where('at', '<=', Math.max(...own.map(({ until }) => until)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxUploads)
    .execute()
  return new Map(
    own.flatMap((change): [ListChange, ListAuthor][] => {
      const found = uploads.find(
        ({ at, object_id }) =>
          at >= change.since && at <= change.until && listOfFile(object_id) === change.list,
      )
      return found ? [[change, { by: found.actor, at: found.at }]] : []
    }),
  )
}

/** As lists are called in reports. */
const listOfFile = (name: string) => name.replace(/\.[a-z]+$/i, '')
