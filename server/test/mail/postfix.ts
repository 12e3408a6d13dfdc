import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { atEnd } from '../lifetime.ts'
import { skipTest } from '../skip.ts'
import { type Dovecot, listens } from './dovecot.ts'

const master = '/usr/lib/postfix/sbin/master'

interface Options {
  /** What each of them reads by IMAP. */
  readonly people: readonly string[]
  /** Whose mails others get as well. */
  readonly forwards?: Readonly<Record<string, readonly string[]>>
  /** Another certificate than the one of the IMAP server. */
  readonly pair?: { readonly cert: string; readonly key: string }
}

/** What the mail server is asked before it takes a mail for somebody. */
interface Asked {
  readonly sender: string
  readonly recipient: string
}

/** An action of Postfix; undefined takes the mail. */
type Judge = (asked: Asked) => string | undefined

/** A real mail server on loopback ports that delivers into the mailboxes of an IMAP server and has users sign in. */
export interface Postfix {
  /** TLS from the start, and with STARTTLS. */
  readonly tlsPort: number
  readonly startTlsPort: number
  /** From now on it says this to each mail, as a greylisting service does. */
  judgeBy(judge: Judge): void
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startPostfix(
  dovecot: Dovecot,
  { people, forwards = {}, pair = dovecot.pair }: Options,
): Promise<Postfix> {
  if (!existsSync(master)) skipTest('postfix is not installed (Debian: apt-get install postfix)')
  if (process.getuid?.() !== 0) skipTest('postfix runs as root only')
  const folder = mkdtempSync(join(tmpdir(), 'assay-postfix-'))
  chmodSync(folder, 0o755)
  const [tlsPort, startTlsPort] = [await freePort(), await freePort()]
  let judge: Judge = () => undefined
  const policyPort = await startPolicy((asked) => judge(asked))
  for (const part of ['config', 'queue', 'data']) mkdirSync(join(folder, part))
  execFileSync('chown', ['postfix:postfix', join(folder, 'data')])
  const mailboxes = people.map((one) => `{ ${one} = ${one.replace(/@.*/, '')}/ }`)
  const aliases = Object.entries(forwards).map(
    ([from, to]) => `{ ${from} = ${[from, ...to].join(', ')} }`,
  )
  const domains = [...new Set(people.map((one) => one.replace(/.*@/, '')))]
  writeFileSync(
    join(folder, 'config', 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.ours.example
mydestination =
mynetworks =
local_recipient_maps =
default_transport = error
virtual_mailbox_domains = ${domains.join(', ')}
virtual_mailbox_base = ${dovecot.folder}/mail
virtual_mailbox_maps = inline:{ ${mailboxes.join(', ')} }
virtual_alias_maps = inline:{ ${aliases.join(', ') || '{ none@none = none@none }'} }
virtual_minimum_uid = 1
virtual_uid_maps = static:${idOf('-u')}
virtual_gid_maps = static:${idOf('-g')}
smtpd_tls_cert_file = ${pair.cert}
smtpd_tls_key_file = ${pair.key}
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${dovecot.authSocket}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_policy_service inet:127.0.0.1:${policyPort}, permit
smtpd_helo_required = yes
`,
  )
  const inside = (name: string, type = 'unix') => `${name} ${type} - - n - - `
  writeFileSync(
    join(folder, 'config', 'master.cf'),
    `127.0.0.1:${tlsPort} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
127.0.0.1:${startTlsPort} inet n - n - - smtpd -o smtpd_tls_security_level=encrypt
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
${inside('rewrite')}trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
${inside('proxymap')}proxymap
${inside('error')}error
${inside('retry')}error
${inside('discard')}discard
${inside('virtual')}virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`.replace('virtual unix - - n', 'virtual unix - n n'),
  )
  let stop: () => Promise<void> = async () => undefined
  const start = async () => {
    execFileSync('/usr/sbin/postfix', ['-c', join(folder, 'config'), 'check'], { stdio: 'ignore' })
    const child = spawn(master, ['-c', join(folder, 'config'), '-d'], { stdio: 'ignore' })
    stop = async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    }
    for (const port of [tlsPort, startTlsPort]) await listens(port)
  }
  atEnd(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return {
    ...{ tlsPort, startTlsPort, start },
    stop: () => stop(),
    judgeBy: (given) => {
      judge = given
    },
  }
}

/** Of who owns the mailboxes. */
const idOf = (which: '-u' | '-g') =>
  execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }).trim()

/** Postfix asks with lines `name=value` up to an empty one, and is answered with an action. */
async function startPolicy(judge: Judge): Promise<number> {
  const server = createServer((socket) => {
    let said = ''
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        said += chunk
        for (let end = said.indexOf('\n\n'); end >= 0; end = said.indexOf('\n\n')) {
          const read = new Map(
            said
              .slice(0, end)
              .split('\n')
              .map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')]),
          )
          said = said.slice(end + 2)
          const asked = { sender: read.get('sender') ?? '', recipient: read.get('recipient') ?? '' }
          socket.write(`action=${judge(asked) ?? 'dunno'}\n\n`)
        }
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}
