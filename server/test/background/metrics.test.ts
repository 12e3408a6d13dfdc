import { describe, expect, it, vi } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { makeReceiver } from '../platform/receiver.ts'
import { makePlatformApp } from '../platform/setup.ts'

describe.each(oneDatabase)('$name: metrics of background work', ({ open }) => {
  it('report by kind of work what is due, runs and ended, and name no organization', async () => {
    const app = await makePlatformApp(open, {
      environment: { ASSAY_WEBHOOK_PRIVATETARGETS: 'true' },
    })
    const receiver = await makeReceiver([500])
    const { id } = await app.as('orgadmin').createWebhook({ name: 'siem', url: receiver.url })
    await app.as('orgadmin').testWebhook({ id })
    await receiver.until(1)
    const lines = async () => {
      const { body } = await app.inject({ method: 'GET', url: '/metrics' })
      return body.split('\n').filter((line) => line.startsWith('assay_background_'))
    }
    // What has ended is counted a moment before it no longer runs.
    const shown = await vi.waitFor(
      async () => {
        const found = await lines()
        expect(found).toContainEqual(
          expect.stringMatching(
            /^assay_background_ended_total\{work="deliveries",outcome="failed"\} [1-9]/,
          ),
        )
        for (const line of [
          'assay_background_running{work="deliveries"} 0',
          'assay_background_running{work="tracking"} 0',
          'assay_background_due{work="deliveries"} 0',
          'assay_background_oldest_due_seconds{work="tracking"} 0',
        ])
          expect(found).toContain(line)
        return found
      },
      { timeout: patienceMs },
    )
    expect(shown.join('\n')).toContain('assay_background_seconds_count{work="deliveries"}')
    expect(shown.join('\n')).not.toMatch(/alpha|organization/)
  })
})
