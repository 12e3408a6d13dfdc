import { ApiError, type ValueDetail } from '@assay/contract'
import { Type } from 'typebox'
import { untrusted } from '../fence/answer.ts'
import { nothing, type ToolContext, ToolProblem, tool } from '../tool.ts'
import {
  listedAlerts,
  listedCases,
  listedJobs,
  listedObservables,
  valueFilter,
  visibleJobs,
  visibleObservables,
} from '../visible.ts'
import { valueOfId, valueOfText } from './named-value.ts'
import { alertLine, caseLine, jobLine } from './shown.ts'

const levels = ['malicious', 'suspicious', 'safe', 'none'] as const
const shownHolders = 10
const shownJobs = 20

export const getValue = tool({
  name: 'get_value',
  title: 'Get an observable',
  description:
    'What is known about an observable: verdict, reasons by analyzer, the cases and alerts that contain it, and its jobs. Give the id from another tool, or data (with dataType if it is ambiguous).',
  scope: 'agent-read',
  input: Type.Object(
    {
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
      data: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
      dataType: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    },
    { additionalProperties: false },
  ),
  async run(context, { id, data, dataType }) {
    if ((id === undefined) === (data === undefined)) throw new ToolProblem('Send id or data')
    const value =
      id === undefined ? valueOfText(data ?? '', dataType) : await valueOfId(context, id)
    const filter = valueFilter(value)
    const { maxTlp } = context.key
    const inside = visibleObservables(maxTlp, filter)
    const holds = (_type: string) => ({ _child: { _type, _query: inside } })
    const observables = await listedObservables(context, filter, 1)
    const jobs = await listedJobs(context, filter, shownJobs)
    // guard: server/test/agents/above-limit.test.ts
    if (observables.total === 0 && jobs.total === 0)
      throw nothing('Observable', 'hash' in value ? value.hash : value.data.slice(0, 200))
    const cases = await listedCases(context, holds('case_artifact'), shownHolders)
    const alerts = await listedAlerts(context, holds('alert_artifact'), shownHolders)
    const [observable] = observables.rows
    return {
      id: observable?._id ?? jobs.rows[0]?.id,
      ...untrusted(value),
      ...(await judged(context, value)),
      seenIn: { cases: cases.total, alerts: alerts.total },
      cases: cases.rows.map(caseLine),
      alerts: alerts.rows.map(alertLine),
      jobs: { total: jobs.total, newest: jobs.rows.map(jobLine) },
    }
  },
})

/**
 * The verdict from visible reports alone: what a job above the limit found out changes nothing, not even a level.
 * Reports whose job retention removed have no TLP any more, so they do not count.
 */
async function judged(context: ToolContext, value: Parameters<typeof valueFilter>[0]) {
  const detail = await context.calls.getValue(value).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return undefined
    throw error
  })
  if (!detail) return { verdict: null, answers: [] }
  // guard (open = new Set(jobsIn(detail))): server/test/agents/above-limit.test.ts
  const visible = await visibleJobs(context, jobsIn(detail))
  const isVisible = ({ jobId }: { jobId?: string | undefined }) =>
    jobId !== undefined && visible.has(jobId)
  const answers = detail.answers.filter(isVisible)
  const said = answers.map(({ level }) => level)
  const analyst = detail.decision?.caseId === undefined ? detail.decision : undefined
  return {
    verdict: analyst?.level ?? levels.find((level) => said.includes(level)) ?? null,
    ...(analyst ? { verdictBy: 'analyst' } : {}),
    answers: answers.map(({ analyzer, level, jobId, at, reasons }) => ({
      analyzer,
      level,
      job: jobId,
      ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
      ...untrusted({ reasons: reasons.filter(isVisible).map(({ text }) => text) }),
    })),
  }
}

const jobsIn = ({ answers }: ValueDetail): string[] =>
  answers.flatMap(({ jobId, reasons }) => [
    ...(jobId === undefined ? [] : [jobId]),
    ...reasons.map((reason) => reason.jobId),
  ])
