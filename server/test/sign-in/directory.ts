import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'ldapts'
import { vi } from 'vitest'
import { freePort } from '../free-port.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import type { TestApp } from '../setup.ts'
import { skipTest } from '../skip.ts'
import { findSlapd, type Slapd } from './slapd-program.ts'

export const baseDn = 'dc=example,dc=org'
export const reader = { bindDn: `cn=reader,${baseDn}`, bindPassword: 'the password of the reader' }
const root = { dn: `cn=root,${baseDn}`, password: 'the password of the root' }

export interface TestDirectory {
  readonly plain: string
  readonly tls: string
  readonly caFile: string
  /** As its administrator. */
  change<T>(work: (client: Client) => Promise<T>): Promise<T>
  /** Binds so far, by distinguished name; `` is anonymous. */
  binds(): string[]
  /** Ends it, and starts it again at the same addresses. */
  stop(): Promise<void>
  start(): Promise<void>
  /** People and groups as at first, and no bind that was seen before. */
  putBack(): Promise<void>
}

let found: ReturnType<typeof findSlapd> | undefined

/** OpenLDAP with people and groups, plain and with TLS by its own authority. */
export async function startDirectory(): Promise<TestDirectory> {
  found ??= findSlapd()
  const slapd = await found
  if ('reason' in slapd) return skipTest(slapd.reason)
  const program = slapd
  const folder = await mkdtemp(join(tmpdir(), 'assay-slapd-'))
  const caFile = makeCertificates(folder)
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'slapd.conf'), configuration(slapd, folder))
  const [plainPort, tlsPort] = [await freePort(), await freePort()]
  const plain = `ldap://127.0.0.1:${plainPort}`
  const tls = `ldaps://127.0.0.1:${tlsPort}`
  let log = ''
  let child: ReturnType<typeof spawn> | undefined

  async function change<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: plain, timeout: patienceMs })
    try {
      await client.bind(root.dn, root.password)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }

  async function start(): Promise<void> {
    const args = ['-f', join(folder, 'slapd.conf'), '-h', `${plain} ${tls}`, '-d', '256']
    const started = spawn(program.program, args, {
      env: { ...process.env, ...program.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.stderr.on('data', (text) => {
      log += String(text)
    })
    child = started
    for (const since = performance.now(); ; ) {
      if (started.exitCode !== null) throw new Error(`slapd ended: ${log.slice(-2_000)}`)
      try {
        return await change(async () => undefined)
      } catch (error) {
        if (performance.now() - since > patienceMs) throw error
        await sleep(50)
      }
    }
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  atEnd(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  let markers = 0
  async function putBack(): Promise<void> {
    await change(async (client) => {
      await clear(client)
      await fill(client)
    })
    // Its log comes a moment later: wait for the last line.
    markers += 1
    const name = `cn=marker-${markers},${baseDn}`
    const last = new Client({ url: plain, timeout: patienceMs })
    await last.bind(name, 'nothing').catch(() => undefined)
    await last.unbind()
    await vi.waitUntil(() => log.includes(` BIND dn="${name}"`), { timeout: patienceMs })
    log = ''
  }

  await start()
  await change(fill)
  return {
    putBack,
    plain,
    tls,
    caFile,
    change,
    binds: () => [...log.matchAll(/ BIND dn="([^"]*)" method=/g)].map(([, dn = '']) => dn),
    start,
    stop,
  }
}

const configuration = ({ schemas, modules }: Slapd, folder: string) => `
include ${schemas}/core.schema
include ${schemas}/cosine.schema
include ${schemas}/inetorgperson.schema
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.782 NAME 'objectCategory' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP top AUXILIARY MAY ( sAMAccountName $ objectCategory $ objectGUID ) )
modulepath ${modules}
moduleload back_mdb
moduleload memberof
pidfile ${folder}/pid
TLSCACertificateFile ${folder}/ca.crt
TLSCertificateFile ${folder}/server.crt
TLSCertificateKeyFile ${folder}/server.key
database mdb
maxsize 16777216
suffix "${baseDn}"
rootdn "${root.dn}"
rootpw "${root.password}"
directory ${folder}/data
dbnosync
access to attrs=userPassword by anonymous auth by * none
access to dn.base="cn=reader,${baseDn}" by anonymous auth by * none
access to * by dn.exact="cn=reader,${baseDn}" read by anonymous auth by * none
overlay memberof
`

/** Of an authority that only these tests know; the name of the server is its address. */
function makeCertificates(folder: string): string {
  const openssl = (...args: string[]) => {
    try {
      execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
    } catch (error) {
      skipTest(`certificates are made by openssl, which does not work here: ${error}`)
    }
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-subj', '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.crt')
  openssl(
    ...['req', '-x509', ...key, '-subj', '/CN=127.0.0.1', '-CA', 'ca.crt', '-CAkey', 'ca.key'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:false'],
    ...['-keyout', 'server.key', '-out', 'server.crt'],
  )
  return join(folder, 'ca.crt')
}

export const passwordOf = (uid: string) => `${uid}'s password in the directory`

export const person = (uid: string, more: Record<string, string | string[]> = {}) => ({
  objectClass: ['inetOrgPerson'],
  cn: `${uid[0]?.toUpperCase()}${uid.slice(1)} Example`,
  sn: 'Example',
  uid,
  userPassword: passwordOf(uid),
  ...more,
})

export const dnOf = (uid: string) => `uid=${uid},ou=people,${baseDn}`
export const groupDn = (name: string) => `cn=${name},ou=groups,${baseDn}`

/** Leaves first. */
async function clear(client: Client): Promise<void> {
  const { searchEntries } = await client.search(baseDn, { scope: 'sub', attributes: ['1.1'] })
  const depth = (dn: string) => dn.split(/(?<!\\),/).length
  for (const { dn } of searchEntries.toSorted((a, b) => depth(b.dn) - depth(a.dn)))
    await client.del(dn)
}

async function fill(client: Client): Promise<void> {
  await client.add(baseDn, {
    objectClass: ['dcObject', 'organization'],
    dc: 'example',
    o: 'Example',
  })
  for (const ou of ['people', 'groups'])
    await client.add(`ou=${ou},${baseDn}`, { objectClass: 'organizationalUnit', ou })
  const service = { objectClass: ['person'], cn: 'reader', sn: 'reader' }
  await client.add(reader.bindDn, { ...service, userPassword: reader.bindPassword })
  for (const uid of ['grace', 'linus', 'margaret'])
    await client.add(dnOf(uid), person(uid, { mail: `${uid}@example.org` }))
  const members = { soc: ['grace', 'linus'], leads: ['grace'], other: ['margaret'] }
  for (const [name, uids] of Object.entries(members))
    await client.add(groupDn(name), {
      objectClass: 'groupOfNames',
      cn: name,
      member: uids.map(dnOf),
    })
}

/** What the groups of the directory are here. */
export const groups = {
  soc: { organization: 'alpha', roles: ['analyze'] },
  leads: { organization: 'alpha', roles: ['orgadmin'] },
  [groupDn('other')]: { organization: 'beta', roles: ['read'] },
}

export const environmentOf = (
  directory: Record<string, unknown> | Record<string, unknown>[],
  more: Record<string, string> = {},
) => ({
  ASSAY_AUTH_PROVIDER: 'local,ldap',
  ASSAY_AUTH_LDAP_DIRECTORIES: JSON.stringify([directory].flat()),
  ASSAY_AUTH_LDAP_CREATE: 'true',
  // One that is only slow is waited for.
  ASSAY_AUTH_LDAP_TIMEOUT: '30s',
  ...more,
})

export const settingsOf = ({ tls, caFile }: TestDirectory, more: Record<string, unknown> = {}) => ({
  name: 'corp',
  urls: [tls],
  caFile,
  ...reader,
  baseDn,
  groups,
  ...more,
})

export const enter = (app: TestApp, user: string, password: string) =>
  app.inject({ method: 'POST', url: '/api/login', payload: { user, password } })
