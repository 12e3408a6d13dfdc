import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { makeJudges } from './setup.ts'

const named = { dataType: 'domain', data: 'one.test' }
const none = { notices: 0, mentions: 0, allMentions: 0, updates: 0, watches: 0 }

describe.each(oneDatabase)('$name: what a first view counts', ({ open }) => {
  it('belongs to the organization and the user who asks', async () => {
    const { app, run, workers } = await makeJudges(open)
    const { db } = app.deps
    await db.updateTable('workers').set({ rate: 1, rate_unit: 'Day' }).execute()
    await run(named.data, 'malicious')
    await app.as('analyze').watchValue(named)
    const everything = { queries: [{}, { status: 'Waiting' }] }

    const quotas = await app.as('orgadmin').listQuotas()
    expect(quotas.find(({ workerId }) => workerId === workers.Judge?.id)).toEqual({
      ...{ workerId: workers.Judge?.id, name: 'Judge', type: 'analyzer' },
      ...{ rate: 1, rateUnit: 'Day', used: 1 },
      freeAt: expect.any(Number),
    })
    expect(await app.as('analyze').countJobs(everything)).toEqual([1, 0])
    expect(await app.as('analyze').countUnread()).toEqual({ ...none, watches: 1 })

    expect(await app.as('read').countUnread()).toEqual(none)
    const stranger = app.as('stranger')
    expect(await stranger.countJobs(everything)).toEqual([0, 0])
    expect(await stranger.countUnread()).toEqual(none)
    expect(await stranger.listQuotas()).toEqual([])
  })
})
