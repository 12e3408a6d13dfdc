import type { Job } from '@assay/contract'
import { api } from '../api.ts'

export interface Submission {
  analyzerId: string
  dataType: string
  /** A text, or a file. */
  value: string | File
  tlp: number
  pap: number
  message?: string
  parameters?: Record<string, unknown>
  /** Run even when a report is cached. */
  force?: boolean
}

export function submit(submission: Submission, signal?: AbortSignal): Promise<Job> {
  const { analyzerId, dataType, value, tlp, pap, message, parameters, force } = submission
  return api.runAnalyzer(
    { id: analyzerId },
    {
      dataType,
      ...(typeof value === 'string' ? { data: value } : { attachment: value }),
      tlp,
      pap,
      ...(message ? { message } : {}),
      ...(parameters ? { parameters } : {}),
    },
    { ...(signal ? { signal } : {}), ...(force ? { query: { force: '1' } } : {}) },
  )
}

/** The same question once more; a file is fetched from the server and sent again. */
export async function runAgain(job: Job, { force }: { force: boolean }): Promise<Job> {
  return submit({
    analyzerId: job.workerId,
    dataType: job.dataType,
    value: job.attachment ? await fileOf(job.attachment) : await textOf(job),
    tlp: job.tlp,
    pap: job.pap,
    message: job.message,
    parameters: { ...job.parameters },
    force,
  })
}

/** Lists show only the beginning of a long text. */
async function textOf(job: Job): Promise<string> {
  const { data } = job.truncated?.includes('data') ? await api.getJob({ id: job.id }) : job
  return String(data ?? '')
}

/** The bytes that a job was about, to send them once more. */
export async function fileOf(attachment: NonNullable<Job['attachment']>): Promise<File> {
  const { id, name, contentType } = attachment
  const response = await api.getFile({ hash: id })
  return new File([await response.blob()], name, { type: contentType })
}
