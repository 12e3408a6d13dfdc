import { ApiError, type Budget, type Worker } from '@assay/contract'
import { Type } from 'typebox'
import { jobsLeft } from '../jobs-of-day.ts'
import { type ToolContext, tool } from '../tool.ts'

export const listAnalyzers = tool({
  name: 'list_analyzers',
  title: 'List analyzers and responders',
  description:
    'The analyzers and responders that this key can use, what they support, whether they query external services (network), and how much of their budget is left.',
  scope: 'agent-read',
  input: Type.Object(
    {
      dataType: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Only analyzers that support it' }),
      ),
    },
    { additionalProperties: false },
  ),
  async run(context, { dataType }) {
    const { calls, key } = context
    const [analyzers, responders, budgets] = await Promise.all([
      calls.listAnalyzers({ range: 'all' }),
      calls.listResponders({ range: 'all' }),
      calls.listBudgets().catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 403) return []
        throw error
      }),
    ])
    const mayUse = ({ id }: Worker) => isAllowed(context, id)
    const byId = new Map(budgets.map((budget) => [budget.id, budget]))
    return {
      ...(key.jobsPerDay > 0 && context.caller.scope?.kind === 'agent'
        ? { jobsLeftToday: await jobsLeft(context), jobsPerDay: key.jobsPerDay }
        : {}),
      analyzers: analyzers.rows
        .filter(mayUse)
        .filter(({ dataTypeList }) => dataType === undefined || dataTypeList.includes(dataType))
        .map((worker) => shown(worker, byId.get(worker.budget ?? ''))),
      responders: responders.rows.filter(mayUse).map((worker) => shown(worker, undefined)),
    }
  },
})

export const isAllowed = ({ key }: ToolContext, workerId: string): boolean =>
  key.workers === undefined || key.workers.includes(workerId)

const shown = (worker: Worker, budget: Budget | undefined) => ({
  id: worker.id,
  name: worker.name,
  description: worker.description,
  dataTypes: worker.dataTypeList,
  network: worker.needsNetwork ?? true,
  ...(worker.maxTlp === undefined ? {} : { maxTlp: worker.maxTlp }),
  ...(worker.maxPap === undefined ? {} : { maxPap: worker.maxPap }),
  ...(budget
    ? {
        budget: {
          state: budget.state,
          left: Math.min(...budget.windows.map(({ left }) => left)),
          waiting: budget.waiting,
        },
      }
    : {}),
})
