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
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { vi } from 'vitest'
import { hasOpenssl, makePair } from '../certificates.ts'
import { freePort } from '../free-port.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { skipTest } from '../skip.ts'

const program = '/usr/sbin/dovecot'
/** Of every user. */
export const password = 'imap-password'

/** A real IMAP server on a loopback port, with TLS, whose certificate this process trusts; it is gone after the test. */
export interface Dovecot {
  readonly folder: string
  readonly port: number
  readonly pair: { readonly cert: string; readonly key: string }
  /** Where another server asks whether somebody may sign in. */
  readonly authSocket: string
  readonly maildirOf: (user: string) => string
  /** Puts mails into the inbox of a user, as a mail server does. */
  put(user: string, mails: readonly string[]): void
  count(user: string, folder: string): number
}

export async function startDovecot(): Promise<Dovecot> {
  if (!existsSync(program))
    skipTest('dovecot is not installed (Debian: apt-get install dovecot-imapd)')
  if (!hasOpenssl) skipTest('openssl is not installed (Debian: apt-get install openssl)')
  if (process.getuid?.() !== 0) skipTest('dovecot with its own users runs as root only')
  const folder = mkdtempSync(join(tmpdir(), 'assay-dovecot-'))
  chmodSync(folder, 0o755)
  const pair = makePair(folder, 'imap')
  trustHere(pair.cert)
  const port = await freePort()
  const authSocket = join(folder, 'run', 'smtp-auth')
  mkdirSync(join(folder, 'mail'))
  execFileSync('chown', ['nobody:nogroup', join(folder, 'mail')])
  const maildirOf = (user: string) => join(folder, 'mail', user.replace(/@.*/, ''))
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
mail_location = maildir:${folder}/mail/%n
first_valid_uid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%n
}
service auth {
  unix_listener ${authSocket} {
    mode = 0666
  }
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
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    rmSync(folder, { recursive: true, force: true })
  })
  await listens(port)
  let written = 0
  return {
    ...{ folder, port, pair, authSocket, maildirOf },
    put(user, mails) {
      const maildir = maildirOf(user)
      for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(maildir, part), { recursive: true })
      execFileSync('chown', ['-R', 'nobody:nogroup', maildir])
      for (const mail of mails)
        writeFileSync(join(maildir, 'new', `${1_700_000_000 + written++}.M1P1.here`), mail, {
          mode: 0o666,
        })
    },
    count: (user, name) =>
      ['cur', 'new'].flatMap((part) => {
        const path = join(maildirOf(user), name === 'INBOX' ? '' : `.${name}`, part)
        return existsSync(path) ? readdirSync(path) : []
      }).length,
  }
}

/** Until the test ends. */
export function trustHere(cert: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, readFileSync(cert, 'utf8')])
  atEnd(() => setDefaultCACertificates(before))
}

/** Somebody answers at this port. */
export const listens = (port: number) =>
  vi.waitFor(
    async () => {
      const socket = tcp(port, '127.0.0.1')
      await once(socket, 'connect').finally(() => socket.destroy())
    },
    { timeout: patienceMs, interval: 50 },
  )
