import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { hasOpenssl, makePair } from '../certificates.ts'
import { oneDatabase } from '../databases.ts'
import { freePort } from '../free-port.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { skipTest } from '../skip.ts'
import { happen, look, makeSending, scratch } from './sinks.ts'

const program = '/usr/sbin/rsyslogd'
const install = '(Debian: apt-get install rsyslog rsyslog-gnutls)'
const drivers = ['lmnsd_gtls.so', 'lmnsd_ossl.so'].map((file) =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].some((machine) =>
    existsSync(`/usr/lib/${machine}/rsyslog/${file}`),
  ),
)
const [hasGnutls] = drivers

async function startRsyslog() {
  if (!existsSync(program) || !hasGnutls) skipTest(`rsyslog with TLS is not installed ${install}`)
  if (!hasOpenssl) skipTest('openssl is not installed (Debian: apt-get install openssl)')
  const folder = scratch()
  const pair = makePair(folder, 'siem')
  const port = await freePort()
  const out = join(folder, 'received.log')
  const settings = join(folder, 'rsyslog.conf')
  const quoted = (path: string) => JSON.stringify(path)
  writeFileSync(
    settings,
    `global(workDirectory=${quoted(folder)} maxMessageSize="8k" DefaultNetstreamDriver="gtls"
       DefaultNetstreamDriverCAFile=${quoted(pair.cert)}
       DefaultNetstreamDriverCertFile=${quoted(pair.cert)}
       DefaultNetstreamDriverKeyFile=${quoted(pair.key)})
     module(load="imtcp" StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
     input(type="imtcp" port="${port}")
     template(name="all" type="string" string="%pri% %app-name% %msgid% %msg%\\n")
     action(type="omfile" file=${quoted(out)} template="all")\n`,
  )
  const child = spawn(program, ['-n', '-i', join(folder, 'pid'), '-f', settings])
  atEnd(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  const lines = () =>
    existsSync(out)
      ? readFileSync(out, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
  return { lines, sink: { type: 'syslog', host: '127.0.0.1', port, ca: pair.cert } }
}

describe.each(oneDatabase)('$name: rsyslog', ({ open }) => {
  it('gets every entry in order, the longest too, and confirms each batch', {
    timeout: 2 * patienceMs,
  }, async () => {
    const { lines, sink } = await startRsyslog()
    const app = await makeSending(open, [sink])
    const many = Array.from({ length: 1_100 }, (_, n) => `${n} é`)
    await happen(app, many.slice(0, 1_000), { details: { reason: 'x'.repeat(500) } })
    await happen(app, many.slice(1_000), { details: { reason: 'x'.repeat(7_600) } })
    // It may not listen yet.
    await vi.waitFor(
      async () => {
        app.clock.advance(120_000)
        expect(await look(app)).toEqual(['done'])
      },
      { timeout: patienceMs, interval: 200 },
    )
    await vi.waitFor(() => expect(lines()).toHaveLength(many.length), { timeout: patienceMs })
    const messages = lines().map((line) => JSON.parse(line.slice(line.indexOf('{'))))
    expect(messages.map(({ objectId }) => objectId)).toEqual(many)
    expect(messages.at(-1).details.reason).toHaveLength(7_600)
    expect(lines()[0]).toMatch(/^110 assay user\.update /)
  })
})
