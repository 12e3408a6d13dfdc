import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect as tcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, vi } from 'vitest'
import { hasOpenssl, makePair } from '../certificates.ts'
import { oneDatabase } from '../databases.ts'
import { freePort } from '../free-port.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { skipTest } from '../skip.ts'
import { lookAgain, makeMailboxApp, until } from './mailbox-setup.ts'
import { phish } from './mails.ts'

const program = '/usr/sbin/dovecot'
/** 1,000 of them before a release: `DRILL_MAILS=1000`. */
const count = Number(process.env.DRILL_MAILS ?? 12)

/** Sixteen letters at a time: 50 kB of text, another one in each mail. */
const mail = (at: number) =>
  phish({ subject: `Report ${at}`, text: `${`word${at} `.repeat(6_000)}`.slice(0, 48_000) })

async function startDovecot() {
  if (!existsSync(program))
    skipTest('dovecot is not installed (Debian: apt-get install dovecot-imapd)')
  if (!hasOpenssl) skipTest('openssl is not installed (Debian: apt-get install openssl)')
  if (process.getuid?.() !== 0) skipTest('dovecot with its own users runs as root only')
  const folder = mkdtempSync(join(tmpdir(), 'assay-dovecot-'))
  chmodSync(folder, 0o755)
  const pair = makePair(folder, 'imap')
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, readFileSync(pair.cert, 'utf8')])
  const port = await freePort()
  const maildir = join(folder, 'mail')
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(maildir, part), { recursive: true })
  for (let at = 0; at < count; at += 1)
    writeFileSync(join(maildir, 'new', `${1_700_000_000 + at}.M${at}P1.here`), mail(at))
  execFileSync('chown', ['-R', 'nobody:nogroup', maildir])
  const settings = join(folder, 'dovecot.conf')
  writeFileSync(
    settings,
    `base_dir = ${folder}/run
state_dir = ${folder}/run
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${pair.cert}
ssl_key = <${pair.key}
log_path = ${folder}/log
mail_location = maildir:${maildir}
first_valid_uid = 1
passdb {
  driver = static
  args = password=imap-password
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${maildir}
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
`,
  )
  const child = spawn(program, ['-F', '-c', settings], { stdio: 'ignore' })
  atEnd(async () => {
    setDefaultCACertificates(before)
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    rmSync(folder, { recursive: true, force: true })
  })
  await vi.waitFor(
    async () => {
      const socket = tcp(port, '127.0.0.1')
      await once(socket, 'connect').finally(() => socket.destroy())
    },
    { timeout: patienceMs, interval: 50 },
  )
  const moved = () => {
    const done = join(maildir, '.Assay-Done')
    return ['cur', 'new'].flatMap((part) =>
      existsSync(join(done, part)) ? readdirSync(join(done, part)) : [],
    ).length
  }
  return { port, moved }
}

describe.each(oneDatabase)('$name: Dovecot', ({ open }) => {
  it('loses and doubles no mail, while the server answers others', {
    timeout: 10 * patienceMs,
  }, async () => {
    const { port, moved } = await startDovecot()
    const app = await makeMailboxApp(open)
    const pauses = monitorEventLoopDelay({ resolution: 10 })
    pauses.enable()
    const from = performance.now()
    const { id } = await app.as('orgadmin').createMailbox({
      ...{ name: 'phishing', host: '127.0.0.1', port, user: 'soc', secret: 'imap-password' },
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
    pauses.disable()
    const alerts = await db.selectFrom('alerts').select(['id', 'title']).execute()
    expect(new Set(alerts.map(({ title }) => title)).size).toBe(count)
    expect(alerts).toHaveLength(count)
    await until(() => expect(moved()).toBe(count))
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
        `${count} mails in ${Math.round((performance.now() - from) / 1_000)} s; event loop: ` +
          `longest pause ${Math.round(pauses.max / 1e6)} ms, 99.9 % ${Math.round(pauses.percentile(99.9) / 1e6)} ms\n`,
      )
  })
})
