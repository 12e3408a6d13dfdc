import type { Insertable, Selectable } from 'kysely'
import type { Listing } from '../../domain/listing.ts'
import type { Rows } from '../../domain/rows.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { built, type Steps } from '../../storage/rows/prepared.ts'
import {
  type Relation,
  type SearchModel,
  search,
  searchModel,
} from '../../storage/search/search.ts'
import type { ArtifactTable } from '../../storage/tables/jobs.ts'
import { jobModel } from './model.ts'

export type ArtifactRow = Omit<Selectable<ArtifactTable>, 'value_hash'>

const columns = [
  'id',
  'job_id',
  'organization',
  'data_type',
  'data',
  ...fileColumns,
  'tlp',
  'tags',
  'message',
  'created_at',
  'created_by',
  'kind',
] as const

const ofJob: Relation = {
  model: () => jobModel,
  join: [
    ['job_id', 'id'],
    ['organization', 'organization'],
  ],
}

const artifactModel: SearchModel<'artifacts'> = searchModel({
  type: 'artifact',
  table: 'artifacts',
  id: 'id',
  organization: 'organization',
  fields: {
    _id: { column: 'id', kind: 'keyword', short: true, required: true },
    id: { column: 'id', kind: 'keyword', short: true, required: true },
    jobId: { column: 'job_id', kind: 'keyword', short: true, required: true },
    dataType: { column: 'data_type', kind: 'keyword', short: true, required: true },
    data: { column: 'data', kind: 'keyword' },
    'attachment.id': { column: 'attachment_id', kind: 'keyword', short: true },
    'attachment.name': { column: 'attachment_name', kind: 'keyword', short: true },
    tlp: { column: 'tlp', kind: 'number', required: true },
    tags: { column: 'tags', kind: 'list' },
    message: { column: 'message', kind: 'text' },
    createdAt: { column: 'created_at', kind: 'date', required: true },
    createdBy: { column: 'created_by', kind: 'keyword', short: true, required: true },
  },
  defaultSort: [{ field: 'id', descending: false }],
  // Today's engine puts a report between the two; its id is that of the job here.
  parents: { job: ofJob, report: ofJob },
})

export const searchArtifacts = (
  db: Db,
  dialect: Dialect,
  organization: string,
  jobId: string,
  listing: Listing,
): Promise<Rows<ArtifactRow>> =>
  search(
    db,
    dialect,
    artifactModel,
    {
      columns,
      ...listing,
      criteria: {
        kind: 'and',
        of: [{ kind: 'equals', field: 'jobId', value: jobId }, listing.criteria],
      },
    },
    organization,
  )

/** In portions: a statement has a limit of bound values, a job may have thousands of artifacts. */
export function* insertArtifacts(artifacts: readonly Insertable<ArtifactTable>[]): Steps<void> {
  for (let at = 0; at < artifacts.length; at += 500) {
    const portion = artifacts.slice(at, at + 500)
    yield* built((db) => db.insertInto('artifacts').values(portion))
  }
}
