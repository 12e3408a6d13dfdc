import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { startSmtpStub } from '../../../analyzers/src/send-mail/smtp-stub.ts'
import { withoutOpenssl } from '../certificates.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { startImap } from '../platform/imap-stub.ts'
import { phish } from '../platform/mail-texts.ts'
import { makeReceiver } from '../platform/receiver.ts'
import { type Server, start } from '../program.ts'
import { bootstrap, clientOf, makeAda } from '../submitter.ts'
import { passed, report } from './answering.ts'

/** Where the server is killed: at a command of a mail server, when an alert is there, or when the chat got a line. */
const points = ['unmoved', 'sent', 'told', 'sending', 'moved', 'made', 'fetched'] as const
type Point = (typeof points)[number]

/** `ASSAY_DRILL_MAILS=200` for the whole drill. */
const kills = Number(process.env.ASSAY_DRILL_MAILS ?? 4)
const mailsEach = 3
const pageSize = 100
const wait = { timeout: patienceMs, interval: 5 }
const long = { timeout: 4 * patienceMs, interval: 250 }

/**
 * Later than every lease of the process before. More than an hour, so that the answers of one hour stay below the limits for a
 * person and for the organization however long the drill is.
 */
const later = (round: number) => ({
  TEST_CLOCK_MS: String(round * 61 * 60_000),
  NODE_OPTIONS: `--import=${pathToFileURL(`${import.meta.dirname}/../cluster/wrong-clock.mjs`)}`,
})

const reporterOf = (name: string) => `${name}@ours.example`

async function makeWorld(environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mails-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const imap = await startImap()
  writeFileSync(join(folder, 'ca.pem'), imap.ca)
  const killer = { point: '' as Point | '', kill: () => undefined as unknown }
  const killAt = (point: Point) => {
    if (killer.point !== point) return false
    killer.point = ''
    killer.kill()
    return true
  }
  imap.cut = (command) =>
    // Cut off before the server does it, or right after.
    /^UID MOVE/.test(command)
      ? killAt('unmoved') || (killAt('moved') && false)
      : /^UID FETCH.*BODY/.test(command) && killAt('fetched')
  const smtp = await startSmtpStub(
    (line) => {
      if (/^DATA/.test(line)) killAt('sending')
      return undefined
    },
    () => killAt('sent'),
  )
  atEnd(smtp.stop)
  const chat = await makeReceiver()
  return {
    ...{ imap, smtp, chat, killer },
    environment: {
      ...environment,
      ...bootstrap,
      ASSAY_JOB_RUNNERS: 'builtin',
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      ASSAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
      ASSAY_MAIL_FROM: 'assay@ours.example',
      ASSAY_MAIL_PRIVATETARGETS: 'true',
      ASSAY_WEBHOOK_PRIVATETARGETS: 'true',
    },
  }
}

/** Of a long drill there are more than one answer has. */
async function allOf<T>(read: (from: number, to: number) => Promise<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const some = await read(all.length, all.length + pageSize)
    all.push(...some)
    if (some.length < pageSize) return all
  }
}

const alertsOf = (server: Server) =>
  allOf(
    (from, to) =>
      clientOf(server).queryV1({
        query: [{ _name: 'listAlert' }, { _name: 'page', from, to }],
      }) as Promise<{ _id: string; title: string }[]>,
  )

describe.each(migratedPlaces)(`on $database${withoutOpenssl}`, ({ settings }) => {
  it.skipIf(withoutOpenssl !== '')(
    `a server that is killed ${kills} times while mails come in and go out loses none and doubles none`,
    { timeout: (kills + 8) * 2 * patienceMs },
    async () => {
      const { imap, smtp, chat, killer, environment } = await makeWorld(await settings())
      let server = await start(environment)
      const ada = await makeAda(server)
      await ada.createChannel({
        ...{ name: 'soc', form: 'generic', url: chat.url, kinds: ['newAlert'], minSeverity: 1 },
      })
      const { id: mailbox } = await ada.createMailbox({
        ...{ name: 'phishing', host: '127.0.0.1', port: imap.port },
        ...{ user: 'soc@ours.example', secret: 'imap-password', perHour: 5_000 },
        ...{ reply: 'closed', replyDomains: ['ours.example'], trustedServer: 'mx.ours.example' },
        alert: { severity: 3 },
      })
      const came: string[] = []
      const dismissed = new Set<string>()
      const dismissAll = async () => {
        for (const { _id, title } of await alertsOf(server)) {
          if (dismissed.has(title)) continue
          await clientOf(server).updateAlertV1({ id: _id }, { dismissal: 'benign' })
          dismissed.add(title)
        }
      }
      for (let round = 1; round <= kills; round += 1) {
        const point = points[(round - 1) % points.length] ?? 'made'
        const { child } = server
        killer.kill = () => child.kill('SIGKILL')
        killer.point = point
        const told = chat.until(chat.received.length + 1)
        for (let at = 0; at < mailsEach; at += 1) {
          const name = `r${round}m${at}`
          came.push(name)
          imap.add(report(reporterOf(name), name, passed(), phish({ id: name, subject: name })))
        }
        const lookAgain = () => clientOf(server).retryMailbox({ id: mailbox })
        // It may end while it answers.
        await lookAgain().catch(() => undefined)
        if (['sent', 'sending', 'told', 'made'].includes(point))
          await vi.waitFor(async () => {
            // An answer that the round before left may have gone out first, and ended it.
            if (child.signalCode !== null) return
            expect((await alertsOf(server)).length).toBeGreaterThan(dismissed.size)
          }, wait)
        if (point === 'made') child.kill('SIGKILL')
        else if (point === 'told') await told.then(() => child.kill('SIGKILL'))
        else if (point.startsWith('sen')) await dismissAll().catch(() => undefined)
        await vi.waitFor(
          async () => {
            // A look that was under way has not seen the new mails, and the next one comes a minute later.
            if (child.signalCode === null) await lookAgain().catch(() => undefined)
            expect(child.signalCode, point).toBe('SIGKILL')
          },
          { timeout: patienceMs, interval: 250 },
        )
        await server.ended
        server = await start({ ...environment, ...later(round) })
      }
      await clientOf(server).retryMailbox({ id: mailbox })
      await vi.waitFor(async () => expect(await alertsOf(server)).toHaveLength(came.length), long)
      expect((await alertsOf(server)).map(({ title }) => title).sort()).toEqual(came.toSorted())
      expect(imap.inFolder('INBOX')).toEqual([])
      expect(imap.inFolder('Assay-Done')).toHaveLength(came.length)
      const mails = await allOf(
        async (from, to) =>
          (await clientOf(server).listMailboxMessages({ id: mailbox }, { range: `${from}-${to}` }))
            .rows,
      )
      expect(mails.map(({ reporter, state }) => `${reporter} ${state}`).sort()).toEqual(
        came.map((name) => `${reporterOf(name)} done`).sort(),
      )

      await dismissAll()
      const header = (content: string, name: string) =>
        new RegExp(`^${name}:\\s*(\\S+)`, 'im').exec(content)?.[1] ?? ''
      await vi.waitFor(
        () => expect(new Set(smtp.received.map(({ to }) => String(to))).size).toBe(came.length),
        long,
      )
      // What is sent again after a crash has the Message-ID that it had.
      const ids = new Map<string, Set<string>>()
      for (const { content } of smtp.received) {
        const known = ids.get(header(content, 'In-Reply-To')) ?? new Set()
        ids.set(header(content, 'In-Reply-To'), known.add(header(content, 'Message-ID')))
      }
      expect([...ids.keys()].sort()).toEqual(came.map((name) => `<${name}@ours.example>`).sort())
      for (const known of ids.values()) expect(known.size).toBe(1)

      await vi.waitFor(async () => {
        const open = (await clientOf(server).listOutbox({ range: 'all' })).rows.filter(
          ({ status }) => status === 'Waiting',
        )
        expect(open).toEqual([])
      }, long)
      // Each alert in one message, whose repetitions have its id; of many that waited the message counts the rest.
      const told = new Map<string, { count: number; messages: { text: string }[] }>()
      for (const { body, headers } of chat.received)
        told.set(String(headers['x-assay-delivery']), JSON.parse(body))
      const lines = [...told.values()].flatMap(({ messages }) => messages.map(({ text }) => text))
      expect(new Set(lines).size).toBe(lines.length)
      expect([...told.values()].reduce((sum, { count }) => sum + count, 0)).toBe(came.length)
      const again = smtp.received.length - came.length
      // One more for each kill at most.
      expect(again).toBeLessThanOrEqual(kills * mailsEach)
      if (process.env.ASSAY_DRILL_MAILS)
        process.stderr.write(
          `${kills} kills, ${came.length} mails, ${again} answers sent again, ${chat.received.length} lines in chat\n`,
        )
      await server.stop()
    },
  )
})
