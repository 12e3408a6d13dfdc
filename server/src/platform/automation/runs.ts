import type { RuleObjectType, RuleRunState } from '@assay/contract'
import type { Page } from '../../domain/page.ts'
import type { Db } from '../../storage/database.ts'
import type { RunRow } from './store.ts'

export interface RunFilter {
  readonly rule?: string | undefined
  readonly objectType?: RuleObjectType | undefined
  readonly objectId?: string | undefined
  readonly state?: RuleRunState | undefined
  readonly mode?: 'trial' | 'on' | undefined
}

/** Newest first. */
export async function listRuns(
  db: Db,
  organization: string,
  { rule, objectType, objectId, state, mode }: RunFilter,
  { offset, limit }: Page,
): Promise<{ rows: RunRow[]; total: number }> {
  const found = db
    .selectFrom('rule_runs')
    .where('organization', '=', organization)
    .$if(rule !== undefined, (query) => query.where('rule_id', '=', rule ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state as RuleRunState))
    .$if(mode !== undefined, (query) => query.where('mode', '=', mode ?? 'on'))
    .$if(objectId !== undefined || objectType !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb.and([
            ...(objectId === undefined ? [] : [eb('root_id', '=', objectId)]),
            ...(objectType === undefined ? [] : [eb('root_type', '=', objectType)]),
          ]),
          eb(
            'id',
            'in',
            eb
              .selectFrom('rule_steps')
              .select('rule_steps.run_id')
              .where('rule_steps.organization', '=', organization)
              .$if(objectId !== undefined, (steps) =>
                steps.where('rule_steps.target_id', '=', objectId ?? ''),
              )
              .$if(objectType !== undefined, (steps) =>
                steps.where('rule_steps.target_type', '=', objectType ?? 'case'),
              ),
          ),
          ...(objectType === 'task' && objectId !== undefined
            ? [eb('id', 'in', addedTask(db, organization, objectId))]
            : []),
        ]),
      ),
    )
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total: Number(total) }
}

/** The step was about the case, by which it is found. */
const addedTask = (db: Db, organization: string, taskId: string) =>
  db
    .selectFrom('tasks')
    .innerJoin('rule_steps', (join) =>
      join
        .onRef('rule_steps.organization', '=', 'tasks.organization')
        .onRef('rule_steps.target_id', '=', 'tasks.case_id')
        .onRef('rule_steps.result_id', '=', 'tasks.id'),
    )
    .select('rule_steps.run_id')
    .where('tasks.organization', '=', organization)
    .where('tasks.id', '=', taskId)
    .where('rule_steps.result_type', '=', 'task')
