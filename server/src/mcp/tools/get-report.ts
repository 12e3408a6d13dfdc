import { Type } from 'typebox'
import { untrusted } from '../fence/answer.ts'
import { tool } from '../tool.ts'
import { requireJob } from '../visible.ts'
import { jobLine, observableOfJob } from './shown.ts'

const shownArtifacts = 50

export const getReport = tool({
  name: 'get_report',
  title: 'Get a report',
  description:
    'The report of an analyzer job: its short verdicts, the full report as the analyzer wrote it, and the observables it extracted. A job that has not finished has a status and no report.',
  scope: 'agent-read',
  input: Type.Object(
    { job: Type.String({ minLength: 1, maxLength: 128, description: 'Id of the job' }) },
    { additionalProperties: false },
  ),
  async run(context, { job: id }) {
    const job = await requireJob(context, id)
    const about = { ...jobLine(job), observable: observableOfJob(job) }
    if (job.status === 'Failure')
      return { ...about, ...untrusted({ errorMessage: job.errorMessage ?? '' }) }
    if (job.status !== 'Success') return about
    const { report } = await context.calls.getReport({ id })
    const artifacts = await context.calls.listArtifacts(
      { id },
      {
        query: { _lte: { _field: 'tlp', _value: context.key.maxTlp } },
        range: `0-${shownArtifacts}`,
      },
    )
    const { summary, full } = Object(report) as { summary?: unknown; full?: unknown }
    return {
      ...about,
      artifacts: {
        total: artifacts.total,
        found: artifacts.rows.map(({ dataType, data, attachment, tlp }) => ({
          tlp,
          ...untrusted({ dataType, ...(attachment ? { sha256: attachment.id } : { data }) }),
        })),
      },
      ...untrusted({ summary: summary ?? null, full: full ?? null }),
    }
  },
})
