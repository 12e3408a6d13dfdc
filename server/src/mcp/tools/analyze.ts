import { ApiError, type Worker } from '@assay/contract'
import { Type } from 'typebox'
import { untrusted } from '../fence/answer.ts'
import { giveBack, takeJobs } from '../jobs-of-day.ts'
import { nothing, type ToolContext, ToolProblem, tool } from '../tool.ts'
import { holderOf, requireJob, requireObservable } from '../visible.ts'
import { isAllowed } from './list-analyzers.ts'
import { isObservableId } from './named-value.ts'

const maxAnalyzers = 10

export const analyze = tool({
  name: 'analyze',
  title: 'Analyze an observable',
  description:
    'Run analyzers on an observable that Assay already has, named by its id from another tool. Text cannot be sent. Each analyzer uses one of the jobs that the key has per day; jobs may wait for their budget. Returns job ids for get_report.',
  scope: 'agent',
  input: Type.Object(
    {
      observable: Type.String({ minLength: 1, maxLength: 128, description: 'Id of an observable' }),
      analyzers: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
        minItems: 1,
        maxItems: maxAnalyzers,
        description: 'Ids or names from list_analyzers',
      }),
    },
    { additionalProperties: false },
  ),
  async run(context, { observable, analyzers }) {
    const target = await targetOf(context, observable)
    const { maxPap } = context.key
    // guard: server/test/agents/limits.test.ts
    if (target.pap > maxPap)
      throw new ToolProblem(
        `The PAP of this observable is ${target.pap}, and this API key may act up to ${maxPap}. Nothing was started`,
      )
    const chosen = await chosenAnalyzers(context, [...new Set(analyzers)])
    await takeJobs(context, chosen.length)
    const started: unknown[] = []
    const refused: unknown[] = []
    for (const { id, name } of chosen)
      await target.run(id).then(
        (job) => started.push({ analyzer: name, job }),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          return refused.push({ analyzer: name, ...untrusted({ reason: error.message }) })
        },
      )
    await giveBack(context, refused.length)
    return { started, ...(refused.length > 0 ? { refused } : {}) }
  },
})

interface Target {
  readonly pap: number
  /** Answers the id of the job. */
  run(analyzerId: string): Promise<string>
}

/**
 * What is analyzed is read from the database, never from the agent: whatever a text made it want to look up, it
 * cannot put that into a query to the outside.
 */
async function targetOf(context: ToolContext, id: string): Promise<Target> {
  const { calls } = context
  if (isObservableId(id)) {
    await requireObservable(context, id)
    const holder = await holderOf(context, id)
    // guard: server/test/agents/above-limit.test.ts
    if (!holder) throw nothing('Observable', id)
    return {
      pap: holder.pap,
      run: async (analyzerId) => {
        const run = await calls.runAnalysis({ cortexId: own, analyzerId, artifactId: id })
        return run.cortexJobId
      },
    }
  }
  const { dataType, data, attachment, tlp, pap } = await requireJob(context, id)
  const stored = attachment
    ? { attachment: { hash: attachment.id, name: attachment.name } }
    : { data }
  return {
    pap,
    run: async (analyzerId) =>
      (await calls.runAnalyzer({ id: analyzerId }, { dataType, tlp, pap, ...stored } as object)).id,
  }
}

/** Our own engine: another one knows neither who asked nor how often. */
export const own = 'local'

async function chosenAnalyzers(
  context: ToolContext,
  wanted: readonly string[],
): Promise<readonly Worker[]> {
  const { rows } = await context.calls.listAnalyzers({ range: 'all' })
  return wanted.map((one) => {
    const found = rows.find(({ id, name }) => id === one || name === one)
    // guard: server/test/agents/limits.test.ts
    if (!found || !isAllowed(context, found.id)) throw nothing('Analyzer', one)
    return found
  })
}
