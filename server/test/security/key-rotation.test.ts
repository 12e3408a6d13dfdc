import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { reseal } from '../../src/commands/key/reseal.ts'
import { allSealedValues } from '../../src/commands/key/sealed-values.ts'
import { writeNextKey } from '../../src/identity/master-key.ts'
import { stepAt, totpCode } from '../../src/identity/second-factor/totp.ts'
import { makeSecrets } from '../../src/identity/secrets.ts'
import type { Database } from '../../src/storage/database.ts'
import { adminKey, makeRootAndAda } from '../backup/installation.ts'
import { type Environment, migratedPlaces } from '../places.ts'
import { run, type Server, start } from '../program.ts'
import { clientOf, rootKey } from '../submitter.ts'
import { makeInstallation, openAsServer, sealedTexts, withDatabase } from './key-rotation.ts'

const mailPassword = 'password-of-the-mail-server'

const rotate = (environment: Environment, ...args: string[]) =>
  run(environment, ['key', 'rotate', ...args]).ended

const keyFile = ({ ASSAY_DATA_DIR }: Environment) => join(ASSAY_DATA_DIR, 'master.key')
const keyIn = async (environment: Environment) =>
  (await readFile(keyFile(environment), 'utf8')).trim()

/** One of everything that is sealed or found by a keyed hash. */
async function fill(server: Server) {
  const { admin } = await makeRootAndAda(server)
  const configuration = {
    host: '127.0.0.1',
    from: 'a@example.org',
    to: ['b@example.org'],
    password: mailPassword,
  }
  const { id } = await admin.enableResponder(
    { id: 'Assay_SendMail_1_0' },
    { name: 'Mail', configuration },
  )
  await admin.updateResponderConfig({ name: 'Assay_SendMail' }, { config: configuration })
  await admin.createWebhook({ name: 'hook', url: 'https://example.org/', secret: 'x'.repeat(40) })
  const { paths } = await admin.publishFeed({ name: 'blocklist' })
  const { secret } = await admin.startTotp({ login: 'ada' }, { password: 'a long password' })
  const code = totpCode(secret, stepAt(Date.now()))
  const { recoveryCodes = [] } = await admin.confirmTotp({ login: 'ada' }, { code })
  const [first, ...codes] = recoveryCodes
  const login = await signIn(server, first)
  const cookie = login.headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
  return { responder: id, feed: paths[0] ?? '', cookie: cookie.join('; '), secret, codes }
}

const signIn = (server: Server, code: string | undefined) =>
  server.call('POST', '/api/login', {
    input: { user: 'ada', password: 'a long password', code },
  })

async function expectAllOpen(database: Database, environment: Environment, formerKey: string) {
  const secrets = await openAsServer(database.db, environment.ASSAY_DATA_DIR)
  const known = await allSealedValues(database.db)
  for (const { context, sealed } of known) secrets.open(context, sealed)
  // Found by looking, not by asking those who should know: nothing was forgotten.
  const texts = await sealedTexts(database)
  expect(texts.toSorted()).toEqual(known.map(({ sealed }) => sealed).toSorted())
  const former = makeSecrets(formerKey)
  for (const { context, sealed } of known) expect(() => former.open(context, sealed)).toThrow()
  return known.length
}

describe.each(migratedPlaces)('$database: assay key rotate', ({ settings }) => {
  it('seals everything again, and what people and firewalls hold keeps working', async () => {
    const environment = await settings()
    const before = await start(environment)
    const { responder, feed, cookie, secret, codes } = await fill(before)
    const formerKey = await keyIn(environment)

    const refused = await rotate(environment)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('server is running') })
    expect((await before.call('GET', '/api/user/current', { key: adminKey })).status).toBe(200)
    await before.stop()

    const rotated = await rotate(environment)
    expect(rotated.stderr).toBe('')
    expect(rotated.stdout).toMatch(
      /^Master key rotated\. \d+ secrets re-encrypted\.\n1 sessions ended/,
    )
    expect(await keyIn(environment)).not.toBe(formerKey)
    expect(rotated.stdout).not.toContain(await keyIn(environment))
    const count = await withDatabase(environment, (database) =>
      expectAllOpen(database, environment, formerKey),
    )
    expect(count).toBeGreaterThanOrEqual(8)

    const after = await start(environment)
    const admin = clientOf(after, adminKey)
    expect(await admin.currentUser()).toMatchObject({ id: 'ada' })
    expect(await admin.getKey({ login: 'ada' })).toBe(adminKey)
    expect((await admin.getResponder({ id: responder })).configuration).toMatchObject({
      password: mailPassword,
    })
    const shared = await admin.getResponderConfig({ name: 'Assay_SendMail' })
    expect(shared.config).toMatchObject({ password: mailPassword })
    expect((await after.call('GET', feed)).status).toBe(200)
    expect((await after.call('GET', '/api/user/current', { headers: { cookie } })).status).toBe(401)
    expect((await signIn(after, codes[0])).status).toBe(200)
    // The next step: the present one may have confirmed the app.
    expect((await signIn(after, totpCode(secret, stepAt(Date.now()) + 1))).status).toBe(200)
    const audited = await clientOf(after, rootKey).searchAudit({ query: { action: 'key.rotate' } })
    expect(audited.rows).toHaveLength(1)
    await after.stop()

    // A second time, and the previous key is useless.
    expect((await rotate(environment)).code).toBe(0)
    await withDatabase(environment, async ({ db }) => {
      const secrets = await openAsServer(db, environment.ASSAY_DATA_DIR)
      const { token_hash } = await db
        .selectFrom('feeds')
        .select('token_hash')
        .executeTakeFirstOrThrow()
      expect(secrets.lookup('feed', feed.split('/')[3] ?? '')).toBe(token_hash)
    })
    await writeFile(keyFile(environment), formerKey, { mode: 0o600 })
    expect((await run(environment).ended).stderr).toMatch(
      /cannot decrypt this database\. It was rotated on \d{4}-\d\d-\d\d; this may be the previous/,
    )
  })

  it('that was killed, wherever it was, leaves an installation that starts', async () => {
    const environment = await settings()
    await makeInstallation(environment, 600)
    const folder = environment.ASSAY_DATA_DIR
    let key = await keyIn(environment)
    const seen = new Set<string>()

    for (let delayMs = 0, kills = 0; kills < 2 || (seen.size < 2 && kills < 20); kills += 1) {
      const program = run(environment, ['key', 'rotate'])
      let hasEnded = false
      void program.ended.then(() => {
        hasEnded = true
      })
      while (!existsSync(`${keyFile(environment)}.next`) && !hasEnded) await pause(2)
      await pause(delayMs)
      program.child.kill('SIGKILL')
      await program.ended
      await withDatabase(environment, async (database) => {
        const secrets = await openAsServer(database.db, folder)
        const values = await allSealedValues(database.db)
        for (const { context, sealed } of values) secrets.open(context, sealed)
        expect(values.length).toBeGreaterThanOrEqual(602)
      })
      const present = await keyIn(environment)
      const isDone = present !== key
      seen.add(isDone ? 'done' : 'undone')
      // Towards the other side of the commit.
      delayMs = isDone ? Math.floor(delayMs / 2) : delayMs * 2 + 50
      key = present
      expect(existsSync(`${keyFile(environment)}.next`)).toBe(false)
    }

    expect(seen).toEqual(new Set(['undone', 'done']))
    const server = await start(environment)
    await server.stop()
  })

  it('that was killed between the commit and the file is finished by the next start', async () => {
    const environment = await settings()
    await makeInstallation(environment, 3)
    const formerKey = await keyIn(environment)
    await withDatabase(environment, async (database) => {
      const from = await openAsServer(database.db, environment.ASSAY_DATA_DIR)
      await reseal(database, from, await writeNextKey(keyFile(environment)), 1)
    })
    expect(await keyIn(environment)).toBe(formerKey)

    const server = await start(environment)
    await server.stop()

    expect(await keyIn(environment)).not.toBe(formerKey)
    expect(existsSync(`${keyFile(environment)}.next`)).toBe(false)
    await withDatabase(environment, (database) => expectAllOpen(database, environment, formerKey))
  })
})

// Refusals and settings, which no database changes.
describe('assay key rotate', () => {
  const [{ settings }] = migratedPlaces

  it('takes a key of the settings from a file, or makes it there', async () => {
    const place = await settings()
    const environment = { ...place, ASSAY_SECRET_KEY: 'the first master key of this test' }
    await makeInstallation(environment, 1, [adminKey])
    const file = join(place.ASSAY_DATA_DIR, '..', 'next.key')

    expect((await rotate(environment)).stderr).toContain('Pass a file with --to-file')
    const rotated = await rotate(environment, '--to-file', file)
    expect(rotated.stdout).toContain(`Set secret.key to the content of ${file}`)
    expect((await run(environment).ended).stderr).toContain('this may be the previous one')

    const made = (await readFile(file, 'utf8')).trim()
    const server = await start({ ...place, ASSAY_SECRET_KEY: made })
    expect((await server.call('GET', '/api/user/current', { key: adminKey })).status).toBe(200)
    await server.stop()
    expect(
      (await rotate({ ...place, ASSAY_SECRET_KEY: made }, '--to-file', file)).stderr,
    ).toContain('contains the current key')
    expect(existsSync(keyFile(place))).toBe(false)
  })

  it('changes nothing when a value cannot be opened', async () => {
    const environment = await settings()
    await makeInstallation(environment, 3)
    const formerKey = await keyIn(environment)
    await withDatabase(environment, ({ db }) =>
      db
        .updateTable('users')
        .set({ key_sealed: `v1:${Buffer.alloc(60).toString('base64')}` })
        .where('login', '=', 'user2')
        .execute(),
    )

    const refused = await rotate(environment)

    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('Cannot decrypt users.key_sealed:user2. Nothing was changed')
    const server = await start(environment)
    await server.stop()
    expect(await keyIn(environment)).toBe(formerKey)
  })
})
