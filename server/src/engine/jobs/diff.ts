import type { JobDiff } from '@assay/contract'
import { sql } from 'kysely'
import { badRequest, notFound } from '../../domain/errors.ts'
import { diffLists } from '../../domain/report-diff.ts'
import { summaryReach, taxonomiesOf } from '../../domain/report-summary.ts'
import { maxShownLength, valueKey } from '../../domain/values/key.ts'
import type { Said } from '../../domain/values/said.ts'
import { saidInBody } from '../../domain/values/said-in-body.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { readJob, type VisibleJob } from '../job-rows/store.ts'
import { compareAside } from './compare-aside.ts'

/** A longer report is read for its verdict only. */
const maxComparedBytes = 8 * 1_048_576
const maxArtifacts = 10_000
/** Of each list in an answer. */
const maxListed = 500

/** What changed from one job to another of the same analyzer about the same observable. */
export async function diffJobs(
  db: Db,
  organization: string,
  id: string,
  other: string,
): Promise<JobDiff> {
  const one = await existing(db, organization, id)
  const two = await existing(db, organization, other)
  refuseUnlike(one, two)
  const before = await contentOf(db, one)
  const after = await contentOf(db, two)
  const isWhole = before.isWhole && after.isWhole
  const fields = isWhole ? await compareAside(before.body, after.body) : undefined
  const artifacts = diffLists(before.artifacts, after.artifacts, ({ key }) => key)
  const found = { added: artifacts.added, removed: artifacts.removed }
  return {
    ...(before.said ? { before: verdictOf(before.said.rank) } : {}),
    ...(after.said ? { after: verdictOf(after.said.rank) } : {}),
    reasons: diffLists(reasonsOf(before.said), reasonsOf(after.said), ({ text }) => text),
    badges: diffLists(before.badges, after.badges, (badge) => JSON.stringify(badge)),
    artifacts: {
      added: found.added.slice(0, maxListed).map(({ shown }) => shown),
      removed: found.removed.slice(0, maxListed).map(({ shown }) => shown),
      same: artifacts.same.length,
    },
    fields: [...(fields?.changes ?? [])],
    sameFields: fields?.same ?? 0,
    isCut:
      fields === undefined ||
      fields.isCut ||
      Math.max(found.added.length, found.removed.length) > maxListed,
  }
}

async function existing(db: Db, organization: string, id: string): Promise<VisibleJob> {
  const job = await readJob(db, organization, id)
  // guard: server/test/engine/job-diff.test.ts
  if (!job || job.status === 'Deleted') throw notFound('job', id)
  return job
}

function refuseUnlike(one: VisibleJob, two: VisibleJob): void {
  const open = [one, two].find(({ status }) => status === 'Waiting' || status === 'InProgress')
  // guard: server/test/engine/job-diff.test.ts
  if (open) throw badRequest(`Job ${open.id} has not finished; compare it when it has`)
  // guard: server/test/engine/job-diff.test.ts
  if (programOf(one) !== programOf(two))
    throw badRequest('The two jobs are of different analyzers; choose two of the same')
  // guard: server/test/engine/job-diff.test.ts
  if (observableOf(one) !== observableOf(two))
    throw badRequest('The two jobs are about different observables; choose two about the same')
}

/** Versions of one analyzer can be compared. */
const programOf = ({ type, worker_definition_id: definition }: VisibleJob) =>
  `${type} ${definition.replace(/(?:_\d+)+$/, '')}`

const observableOf = ({ type, data_type: dataType, data, attachment_id: hash }: VisibleJob) =>
  type === 'responder'
    ? `${dataType} ${data ?? ''}`
    : valueKey(hash === null ? { dataType, data: data ?? '' } : { dataType, hash })

const reasonsOf = (said: Said | undefined) =>
  (said?.reasons ?? []).map(({ rank, technique: _, ...sentence }) => ({
    level: verdictOf(rank),
    ...sentence,
  }))

/** A failure has neither a verdict nor a content. */
async function contentOf(db: Db, { id, organization }: VisibleJob) {
  const report = await db
    .selectFrom('reports')
    .select([
      sql<string>`case when octet_length(body) <= ${sql.lit(maxComparedBytes)}
        then body else substr(body, 1, ${sql.lit(summaryReach)}) end`.as('body'),
      sql<number>`octet_length(body)`.as('bytes'),
    ])
    .where('job_id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst()
  const artifacts = await db
    .selectFrom('artifacts')
    .select(['data_type', 'attachment_id', 'attachment_name'])
    .select([
      sql<string>`coalesce(value_hash, attachment_id, data)`.as('key'),
      sql<string | null>`substr(data, 1, ${sql.lit(maxShownLength)})`.as('data'),
    ])
    .where('job_id', '=', id)
    .where('organization', '=', organization)
    .orderBy('id')
    .limit(maxArtifacts)
    .execute()
  const isWhole = report === undefined || Number(report.bytes) <= maxComparedBytes
  return {
    isWhole,
    body: report?.body ?? null,
    said: report && saidInBody(report.body, isWhole),
    badges: report ? (taxonomiesOf(report.body) ?? []) : [],
    artifacts: artifacts.map(
      ({ key, data_type: dataType, data, attachment_id, attachment_name }) => ({
        key,
        shown: {
          dataType,
          ...(data === null ? {} : { data }),
          ...(attachment_id === null ? {} : { hash: attachment_id }),
          ...(attachment_name === null ? {} : { filename: attachment_name }),
        },
      }),
    ),
  }
}
