import type { Job } from '@assay/contract'
import { api } from '../api.ts'

export interface Submission {
  analyzerId: string
  dataType: string
  /** A text, a file, or a file that the server has already. */
  value: string | File | { readonly hash: string; readonly name: string | undefined }
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
      ...contentOf(value),
      tlp,
      pap,
      ...(message ? { message } : {}),
      ...(parameters ? { parameters } : {}),
    },
    { ...(signal ? { signal } : {}), ...(force ? { query: { force: '1' } } : {}) },
  )
}

function contentOf(value: Submission['value']) {
  if (typeof value === 'string') return { data: value }
  if (value instanceof File) return { attachment: value }
  const { hash, name } = value
  return { attachment: name === undefined ? { hash } : { hash, name } }
}

/** The same question once more; of a file the server takes the bytes it has. */
export async function runAgain(job: Job, { force }: { force: boolean }): Promise<Job> {
  return submit({
    analyzerId: job.workerId,
    dataType: job.dataType,
    value: job.attachment
      ? { hash: job.attachment.id, name: job.attachment.name }
      : await textOf(job),
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
