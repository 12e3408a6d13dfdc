import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { stepAt, totpCode } from '../../src/identity/second-factor/totp.ts'
import { referencedFiles } from '../../src/storage/blobs/attachments.ts'
import { openForReading } from '../../src/storage/blobs/open.ts'
import { portableTables } from '../../src/storage/rows/portable-tables.ts'
import { sumOf } from '../../src/storage/rows/table-rows.ts'
import type { Environment } from '../places.ts'
import { run, type Server } from '../program.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { clientOf, rootKey } from '../submitter.ts'

export const adminKey = 'key-of-the-orgadmin-0123456789abcdef00'

/** The first user, and Ada with a password in the organization alpha; their clients. */
export async function makeRootAndAda(server: Server, description = '') {
  const created = await server.call('POST', '/api/user', {
    input: { login: 'first', name: 'First', key: rootKey, roles: ['superadmin'] },
  })
  expect(created.status).toBe(201)
  const root = clientOf(server, rootKey)
  await root.createOrganization({ name: 'alpha', description })
  await root.createUser({
    login: 'ada',
    name: 'Ada',
    organization: 'alpha',
    roles: ['read', 'analyze', 'orgadmin'],
    key: adminKey,
    password: 'a long password',
  })
  return { root, admin: clientOf(server, adminKey) }
}

/** Two people, an analyzer, a webhook, a case with a task, an observable that is a file. */
export async function fill(server: Server) {
  const { admin } = await makeRootAndAda(server, 'The team “α”\u2028')
  const { secret } = await admin.startTotp({ login: 'ada' }, { password: 'a long password' })
  const code = totpCode(secret, stepAt(Date.now()))
  await admin.confirmTotp({ login: 'ada' }, { code })
  const analyzer = await admin.enableAnalyzer({ id: 'Assay_Hash_1_0' }, { name: 'Hash' })
  await admin.createWebhook({ name: 'hook', url: 'https://example.org/', secret: 'x'.repeat(40) })
  const made = await server.call('POST', '/api/case', {
    key: adminKey,
    input: { title: 'A case', description: 'with words', tasks: [{ title: 'Look' }] },
  })
  expect(made.status).toBe(201)
  const { id: caseId } = (await made.json()) as { id: string }
  await upload(server, caseId, 'first sample')
  return { analyzer: analyzer.id, caseId }
}

/** A policy, and a case that it measures. */
export async function fillClocks(server: Server): Promise<string> {
  const admin = clientOf(server, adminKey)
  await admin.createClockPolicy({ kind: 'resolve', minutes: 60, escalateTo: 'ada' })
  const { _id } = await admin.createCaseV1({ title: 'Measured', description: 'By a clock' })
  return _id
}

export async function upload({ address }: Server, caseId: string, content: string) {
  const form = new FormData()
  form.set('_json', JSON.stringify({ dataType: 'file' }))
  form.set('attachment', new Blob([content]), 'sample.bin')
  const answer = await fetch(`${address}/api/case/${caseId}/artifact`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${adminKey}` },
  })
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
}

/** Submits one after the other until it is stopped or the server is gone. */
export function load(server: Server, analyzer: string) {
  let isWanted = true
  let sent = 0
  const work = async () => {
    for (let n = 0; isWanted; n += 1) {
      const input = { data: `${n}`.padStart(32, 'a'), dataType: 'hash' }
      const path = `/api/analyzer/${analyzer}/run`
      const answer = await server
        .call('POST', path, { key: adminKey, input })
        .catch(() => undefined)
      if (!answer) return
      await answer.body?.cancel()
      sent += 1
      // Background work at any moment; more of it would only take the processor from what is
      // tested.
      await setTimeout(25)
    }
  }
  const done = work()
  return {
    sent: () => sent,
    async stop() {
      isWanted = false
      await done
    },
  }
}

export const assay = (environment: Environment, args: readonly string[], input?: string) =>
  run(environment, args, input).ended

/** Every table and file, as sums that are the same on both databases. */
export const contents = (environment: Environment) =>
  withDatabase(environment, async (database) => {
    const tables: Record<string, unknown> = {}
    for (const table of portableTables) tables[table.name] = await sumOf(database.db, table)
    const counts = await database.db
      .selectFrom('job_counts')
      .select(['status', (eb) => eb.fn.sum<number>('count').as('count')])
      .groupBy('status')
      .orderBy('status')
      .execute()
    const store = await openForReading({
      folder: join(environment.ASSAY_DATA_DIR, 'blobs'),
      db: database.db,
      databaseUrl: environment.ASSAY_DATABASE_URL,
      url: environment.ASSAY_BLOBS_URL,
      s3: {
        endpoint: environment.ASSAY_BLOBS_S3_ENDPOINT,
        keyId: environment.ASSAY_BLOBS_S3_KEYID,
        secret: environment.ASSAY_BLOBS_S3_SECRET,
        region: 'us-east-1',
        pathStyle: true,
      },
      cacheBytes: 0,
      maxBytes: 1e9,
    })
    const files: Record<string, string> = {}
    try {
      for (const sha256 of await referencedFiles(database.db, '', 1000)) {
        const blob = await store.open(sha256)
        const chunks: Buffer[] = []
        for await (const chunk of blob?.stream ?? []) chunks.push(chunk as Buffer)
        files[sha256] = Buffer.concat(chunks).toString('latin1')
      }
    } finally {
      await store.close()
    }
    const kept = counts.filter(({ count }) => Number(count) !== 0)
    return { tables, files, counts: kept.map(({ status, count }) => [status, Number(count)]) }
  })

export async function passphraseFile(environment: Environment): Promise<string> {
  const file = join(environment.ASSAY_DATA_DIR, '..', 'passphrase')
  await writeFile(file, 'a passphrase of several words\n', { mode: 0o600 })
  return file
}
