import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { hasOpenssl, makePair, withoutOpenssl } from '../certificates.ts'
import { onlyPostgres } from '../databases.ts'
import { atEnd, sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { startPostgres } from '../postgres-server.ts'

/** An authority, a server for `db.example.org` that it signed, and a client whose user is postgres. */
const server = sharedByTests(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-postgres-tls-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const authority = makePair(folder, 'authority')
  const stranger = makePair(folder, 'stranger')
  const own = await sign(folder, authority, 'server', 'db.example.org')
  const client = await sign(folder, authority, 'client', 'postgres')
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  await serveTls(postgres.url, { ...own, ca: authority.cert })
  const address = (options: Record<string, string>, name = 'postgres') =>
    `${postgres.url.replace(/\/postgres$/, `/${name}`)}?${new URLSearchParams(options)}`
  return { address, authority: authority.cert, stranger: stranger.cert, client }
})

async function sign(
  folder: string,
  authority: { cert: string; key: string },
  name: string,
  subject: string,
) {
  const [request, cert, key, names] = ['csr', 'crt', 'key', 'ext'].map((ending) =>
    join(folder, `${name}.${ending}`),
  ) as [string, string, string, string]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  openssl('req', ...curve, '-subj', `/CN=${subject}`, '-keyout', key, '-out', request)
  await writeFile(names, `subjectAltName=DNS:${subject}\n`)
  const signer = ['-CA', authority.cert, '-CAkey', authority.key, '-CAcreateserial']
  openssl('x509', '-req', '-in', request, ...signer, '-days', '2', '-extfile', names, '-out', cert)
  return { cert, key }
}

/** As an administrator does it, but through the database: only its account may write there. */
async function serveTls(url: string, files: { cert: string; key: string; ca: string }) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const put = async (name: string, text: string) => {
    const literal = `'${text.replaceAll("'", "''")}'`
    await client.query(
      `copy (select unnest(string_to_array(${literal}, chr(10)))) to program 'umask 077; cat > ${name}'`,
    )
  }
  await put('tls.crt', await readFile(files.cert, 'utf8'))
  await put('tls.key', await readFile(files.key, 'utf8'))
  await put('tls-ca.crt', await readFile(files.ca, 'utf8'))
  await put(
    'pg_hba.conf',
    'hostssl certain all 127.0.0.1/32 cert\nhost all all 127.0.0.1/32 password',
  )
  await client.query('create database certain')
  for (const setting of ['ssl = on', "ssl_cert_file = 'tls.crt'", "ssl_key_file = 'tls.key'"])
    await client.query(`alter system set ${setting}`)
  await client.query("alter system set ssl_ca_file = 'tls-ca.crt'")
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Whether the connection was encrypted, or why there was none. */
async function outcomeOf(url: string): Promise<boolean | string> {
  try {
    const database = await openDatabase({ url, patienceMs })
    onTestFinished(database.close)
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database.db)
    return rows[0]?.ssl ?? 'unknown'
  } catch (error) {
    return (error as Error).message.replace(/^The database at \S+ cannot be used: /, '')
  }
}

describe.runIf(hasOpenssl).each(onlyPostgres)(`$name: sslmode${withoutOpenssl}`, () => {
  it('require encrypts, and disable does not', async () => {
    const { address } = await server()
    // The settings of the server apply a moment after the reload.
    await expect.poll(() => outcomeOf(address({ sslmode: 'require' }))).toBe(true)

    expect(await outcomeOf(address({ sslmode: 'disable' }))).toBe(false)
    expect(await outcomeOf(address({}))).toBe(false)
  })

  it.each(['require', 'verify-ca', 'verify-full'])(
    '%s with another authority is refused in one sentence',
    async (sslmode) => {
      const { address, stranger } = await server()

      expect(await outcomeOf(address({ sslmode, sslrootcert: stranger }))).toBe(
        'its certificate is not signed by a known CA; set sslrootcert to the CA file',
      )
    },
  )

  it('verify-ca checks who signed the certificate, and not its name', async () => {
    const { address, authority } = await server()

    expect(await outcomeOf(address({ sslmode: 'verify-ca', sslrootcert: authority }))).toBe(true)
  })

  it('verify-full checks its name', async () => {
    const { address, authority } = await server()

    const outcome = await outcomeOf(address({ sslmode: 'verify-full', sslrootcert: authority }))

    expect(outcome).toMatch(
      /127\.0\.0\.1.*; use a hostname in the certificate, or sslmode=verify-ca$/,
    )
  })

  it('a client shows its certificate', async () => {
    const { address, authority, client } = await server()
    const checked = { sslmode: 'verify-ca', sslrootcert: authority }
    const shown = { ...checked, sslcert: client.cert, sslkey: client.key }

    expect(await outcomeOf(address(shown, 'certain'))).toBe(true)
    expect(await outcomeOf(address(checked, 'certain'))).toMatch(/certificate/)
  })

  it('a file that is missing is named', async () => {
    const { address } = await server()

    const options = { sslmode: 'verify-full', sslrootcert: '/nowhere/ca.crt' }

    expect(await outcomeOf(address(options))).toBe(
      'sslrootcert names /nowhere/ca.crt, which cannot be read (ENOENT)',
    )
  })
})

describe.each(onlyPostgres)('$name: a server without TLS', () => {
  it('is said to have none', async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)

    expect(await outcomeOf(`${postgres.url}?sslmode=require`)).toBe(
      'the server does not support TLS; set ssl = on in postgresql.conf, or sslmode=disable',
    )
  })
})
