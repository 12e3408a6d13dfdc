import type { AlertV0, CaseV0, Job, ObservableV0 } from '@assay/contract'
import { untrusted } from '../fence/answer.ts'

// What tools show of rows: our own facts by name, and what others wrote under `untrusted`.

const day = (at: number) => new Date(at).toISOString()

export const caseLine = (row: CaseV0) => ({
  id: row._id,
  number: row.caseId,
  severity: row.severity,
  tlp: row.tlp,
  pap: row.pap,
  started: day(row.startDate),
  ...untrusted({ title: row.title, status: row.status, tags: row.tags }),
})

export const alertLine = (row: AlertV0) => ({
  id: row._id,
  severity: row.severity,
  tlp: row.tlp,
  pap: row.pap,
  date: day(row.date),
  ...untrusted({
    title: row.title,
    source: row.source,
    sourceRef: row.sourceRef,
    type: row.type,
    status: row.status,
    tags: row.tags,
  }),
})

export const observableLine = (row: ObservableV0) => ({
  id: row._id,
  tlp: row.tlp,
  ioc: row.ioc,
  ...untrusted({
    dataType: row.dataType,
    ...(row.attachment
      ? { sha256: row.attachment.id, name: row.attachment.name, bytes: row.attachment.size }
      : { data: row.data }),
    ...(row.tags.length > 0 ? { tags: row.tags } : {}),
    ...(row.message ? { message: row.message } : {}),
  }),
})

/** Its id also names the observable that it analyzed, if that is in no case and no alert. */
export const jobLine = (job: Job) => ({
  job: job.id,
  analyzer: job.workerName,
  status: job.status,
  tlp: job.tlp,
  started: day(job.date),
  ...(job.waits
    ? {
        waits: {
          for: job.waits.for,
          ...(job.waits.startsAt === undefined ? {} : { startsAt: day(job.waits.startsAt) }),
        },
      }
    : {}),
})

export const observableOfJob = (job: Job) => ({
  id: job.id,
  tlp: job.tlp,
  ...untrusted({
    dataType: job.dataType,
    ...(job.attachment
      ? { sha256: job.attachment.id, name: job.attachment.name, bytes: job.attachment.size }
      : { data: job.data }),
  }),
})
