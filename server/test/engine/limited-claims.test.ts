import { describe, expect, it } from 'vitest'
import { makeLimitedClaims } from '../../src/engine/nodes/limits.ts'
import { oneDatabase } from '../databases.ts'
import { everything, makeQueue } from './queue-fixtures.ts'

describe.each(oneDatabase)('$name: claims of a worker with a limit', ({ open }) => {
  it('take no more at once than may run, over all nodes, and block no others', async () => {
    const queue = await makeQueue(open)
    const { db } = queue.deps
    const limit = { max_concurrent: 2 }
    await db.updateTable('workers').set(limit).where('id', '=', 'alpha-analyzer').execute()
    for (const organization of ['alpha', 'alpha', 'alpha', 'alpha', 'beta', 'beta'])
      await queue.submit({ organization })
    const limits = makeLimitedClaims(queue.deps)
    await limits.refresh()
    const claimed = async (owner: string) =>
      (await limits.claim(owner, 3, everything)).map((job) => job.organization).sort()

    const all = [...(await claimed('one')), ...(await claimed('two')), ...(await claimed('three'))]

    expect(all.sort()).toEqual(['alpha', 'alpha', 'beta', 'beta'])
  })
})
