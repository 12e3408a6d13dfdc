import { describe, expect, it } from 'vitest'
import { type RunInput, submit } from '../../src/engine/jobs/submit.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makeQueue } from './queue-fixtures.ts'

describe.each(databases)('$name: a submission that fails after its file was kept', ({ open }) => {
  it('leaves a file that is removed, because no job holds it', async () => {
    const queue = await makeQueue(open)
    const { db } = queue.deps
    const limited = { rate: 1, rate_unit: 'Day', data_type_list: '["file","other"]' } as const
    await db.updateTable('workers').set(limited).where('id', '=', 'alpha-analyzer').execute()
    const sha256 = 'a'.repeat(64)
    const caller = { login: 'ada', organization: 'alpha', roles: [], via: 'key' as const }
    const attachment = {
      sha256,
      size: 1,
      name: 'sent.txt',
      contentType: 'text/plain',
      // Between the rate check and the job another caller uses the rate up.
      keep: async () => void (await queue.submit({ organization: 'alpha' })),
      discard: async () => undefined,
    }

    const submitting = submit(queue.deps, caller, 'analyzer', 'alpha-analyzer', {
      attachment,
      dataType: 'file',
    })

    await expect(submitting).rejects.toThrow('Rate limit of 1 per Day reached')
    const orphaned = await db.selectFrom('orphaned_blobs').select('sha256').execute()
    expect(orphaned).toEqual([{ sha256 }])
  })
})

describe.each(oneDatabase)('$name: a submission', ({ open }) => {
  const caller = { login: 'ada', organization: 'alpha', roles: [], via: 'key' as const }
  const refused = async (worker: string, input: RunInput) => {
    const { deps } = await makeQueue(open)
    const types = { data_type_list: '["file","other"]' }
    await deps.db.updateTable('workers').set(types).where('id', '=', worker).execute()
    const error = await submit(deps, caller, 'analyzer', worker, input).catch((e: unknown) => e)
    expect(await deps.db.selectFrom('jobs').selectAll().execute()).toEqual([])
    return error instanceof Error ? error.message : 'nothing'
  }

  it('names a file that its organization has', async () => {
    const hash = 'b'.repeat(64)
    const input = { attachment: { hash }, dataType: 'file' }
    expect(await refused('alpha-analyzer', input)).toBe(`attachment ${hash} not found`)
  })

  it('is of a type that the analyzer takes', async () => {
    const input = { data: '1.1.1.1', dataType: 'ip' }
    expect(await refused('alpha-analyzer', input)).toContain('does not support data type ip')
  })

  it.each(['beta-analyzer', 'alpha-responder', 'nothing'])(
    'goes to an analyzer of its organization, not to %s',
    async (worker) => {
      const input = { data: 'x', dataType: 'other' }
      expect(await refused(worker, input)).toBe(`worker ${worker} not found`)
    },
  )
})
