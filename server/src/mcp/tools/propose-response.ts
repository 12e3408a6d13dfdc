import { Type } from 'typebox'
import { giveBack, takeJobs } from '../jobs-of-day.ts'
import { nothing, type ToolContext, ToolProblem, tool } from '../tool.ts'
import { holderOf, requireAlert, requireCase, requireObservable } from '../visible.ts'
import { own } from './analyze.ts'
import { isAllowed } from './list-analyzers.ts'

const types = ['case', 'alert', 'observable'] as const

export const proposeResponse = tool({
  name: 'propose_response',
  title: 'Propose a response',
  description:
    'Propose to run a responder on a case, an alert or an observable. It never runs automatically: a signed-in user, other than the owner of this key, must approve it. Parameters cannot be sent.',
  scope: 'agent',
  input: Type.Object(
    {
      responder: Type.String({
        minLength: 1,
        maxLength: 512,
        description: 'Id or name from list_analyzers',
      }),
      type: Type.Enum([...types]),
      id: Type.String({ minLength: 1, maxLength: 128 }),
    },
    { additionalProperties: false },
  ),
  async run(context, { responder, type, id }) {
    const { calls, key } = context
    const target = await targetOf(context, type, id)
    // guard: server/test/agents/limits.test.ts
    if (target.pap > key.maxPap)
      throw new ToolProblem(
        `The PAP is ${target.pap}, and this API key may act up to ${key.maxPap}. Nothing was proposed`,
      )
    const { rows } = await calls.listResponders({ range: 'all' })
    const found = rows.find((one) => one.id === responder || one.name === responder)
    // guard: server/test/agents/limits.test.ts
    if (!found || !isAllowed(context, found.id)) throw nothing('Responder', responder)
    await takeJobs(context, 1)
    const action = await calls
      .runAction({ cortexId: own, responderId: found.id, ...target.object })
      .catch(async (error: unknown) => {
        await giveBack(context, 1)
        throw error
      })
    return {
      action: action._id,
      job: action.cortexJobId,
      responder: found.name,
      state:
        action.status === 'Waiting'
          ? 'proposed: waits for the approval of another user'
          : action.status,
    }
  },
})

interface Target {
  readonly pap: number
  readonly object: { readonly objectType: string; readonly objectId: string }
}

async function targetOf(
  context: ToolContext,
  type: (typeof types)[number],
  id: string,
): Promise<Target> {
  if (type === 'observable') {
    await requireObservable(context, id)
    const holder = await holderOf(context, id)
    // guard: server/test/agents/above-limit.test.ts
    if (!holder) throw nothing('Observable', id)
    return { pap: holder.pap, object: { objectType: 'case_artifact', objectId: id } }
  }
  const { _id, pap } =
    type === 'case' ? await requireCase(context, id) : await requireAlert(context, id)
  return { pap, object: { objectType: type, objectId: _id } }
}
