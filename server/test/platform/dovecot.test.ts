import { describe, expect, it, vi } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { password, startDovecot } from '../mail/dovecot.ts'
import { patienceMs } from '../patience.ts'
import { phish } from './mail-texts.ts'
import { lookAgain, makeMailboxApp, until } from './mailbox-setup.ts'

/** 1,000 of them before a release: `DRILL_MAILS=1000`. */
const count = Number(process.env.DRILL_MAILS ?? 12)

/** Sixteen letters at a time: 50 kB of text, another one in each mail. */
const mail = (at: number) =>
  phish({ subject: `Report ${at}`, text: `${`word${at} `.repeat(6_000)}`.slice(0, 48_000) })

/**
 * How long this thread computed between two turns of its event loop, in milliseconds, longest first. Processor time: what other
 * programs take of a busy machine does not count. A turn of less than the interval may be counted with its neighbor.
 */
function watchTurns() {
  const everyMs = 5
  const turns: { ms: number; at: number }[] = []
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.threadCpuUsage()
    const ms = (now.user + now.system - before.user - before.system) / 1_000
    turns.push({ ms, at: performance.now() })
    before = now
  }, everyMs)
  return () => {
    clearInterval(timer)
    return turns.sort((a, b) => b.ms - a.ms)
  }
}

describe.each(oneDatabase)('$name: Dovecot', ({ open }) => {
  it('loses and doubles no mail, while the server answers others', {
    timeout: 10 * patienceMs,
  }, async () => {
    const { port, ...dovecot } = await startDovecot()
    dovecot.put(
      'soc',
      Array.from({ length: count }, (_, at) => mail(at)),
    )
    const app = await makeMailboxApp(open)
    const endOfTurns = watchTurns()
    const from = performance.now()
    const { id } = await app.as('orgadmin').createMailbox({
      ...{ name: 'phishing', host: '127.0.0.1', port, user: 'soc', secret: password },
      perHour: 5_000,
    })
    const { db } = app.deps
    const counted = async () => {
      const rows = await db
        .selectFrom('mail_messages')
        .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute()
      return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]))
    }
    await vi.waitFor(async () => expect(await counted()).toEqual({ done: count }), {
      timeout: 9 * patienceMs,
      interval: 250,
    })
    const turns = endOfTurns()
    const alerts = await db.selectFrom('alerts').select(['id', 'title']).execute()
    expect(new Set(alerts.map(({ title }) => title)).size).toBe(count)
    expect(alerts).toHaveLength(count)
    await until(() => expect(dovecot.count('soc', 'Assay-Done')).toBe(count))
    await lookAgain(app, id)
    await until(async () =>
      expect(await app.as('orgadmin').getMailbox({ id })).toMatchObject({
        state: 'on',
        waiting: 0,
      }),
    )
    expect(await counted()).toEqual({ done: count })
    if (process.env.DRILL_MAILS)
      process.stdout.write(
        `${count} mails in ${Math.round((performance.now() - from) / 1_000)} s; longest of ${turns.length} turns ` +
          `${turns
            .slice(0, 6)
            .map(({ ms, at }) => `${Math.round(ms)} ms at ${Math.round(at - from)}`)
            .join(
              ', ',
            )}, 99.9 % ${Math.round(turns[Math.floor(turns.length / 1_000)]?.ms ?? 0)} ms\n`,
      )
  })
})
