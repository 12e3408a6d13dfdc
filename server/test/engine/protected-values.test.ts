import { maxProtectedValues } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { insertProtected } from '../../src/engine/protection/store.ts'
import { badRequest, conflict, forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from './setup.ts'

const make = (open: (typeof databases)[number]['open'], environment = {}) =>
  makeEngineApp(open, [programs.responder], { environment })

const lab = { kind: 'range', value: '203.0.113.77/24', note: 'Our lab' } as const

describe.each(databases)('$name: protected observables', ({ open }) => {
  it('are kept in one spelling, listed with those that come with the program, and recorded', async () => {
    const app = await make(open)
    const admin = app.as('orgadmin')

    const own = await admin.createProtectedValue(lab)
    app.clock.advance(1)
    const all = await app.as('root').createProtectedValue({ kind: 'domain', value: 'Bank.Example' })

    expect(own).toMatchObject({ value: '203.0.113.0/24', scope: 'organization', createdBy: 'ada' })
    const listed = await admin.listProtectedValues()
    expect(listed.slice(-2)).toEqual([own, all])
    expect(listed).toContainEqual(
      expect.objectContaining({ id: 'shipped-google-1', value: '8.8.8.8/32', scope: 'shipped' }),
    )
    const theirs = await app.as('stranger').listProtectedValues()
    expect(theirs.map(({ id }) => id)).toContain(all.id)
    expect(theirs.map(({ id }) => id)).not.toContain(own.id)

    const later = app.clock.now() + 1_000
    await admin.updateProtectedValue({ id: own.id }, { note: 'Gone soon', expiresAt: later })
    await admin.deleteProtectedValue({ id: own.id })
    const { rows } = await admin.listAudit({ range: '0-3' })
    expect(rows.map(({ action }) => action)).toEqual(
      ['delete', 'update', 'create'].map((change) => `protectedValue.${change}`),
    )
  })

  it('can be disabled where they come with the program, for one organization or for all', async () => {
    const app = await make(open)
    const [admin, root] = [app.as('orgadmin'), app.as('root')]
    const id = 'shipped-google-1'
    const isEnabled = async (who: 'orgadmin' | 'stranger') =>
      (await app.as(who).listProtectedValues()).find((entry) => entry.id === id)?.enabled
    const isChecked = async (who: 'analyze' | 'stranger') => {
      const values = [{ dataType: 'ip', data: '8.8.8.8' }]
      const [answer] = await app.as(who).checkProtectedValues({ values })
      return answer?.protectedBy.map((entry) => entry.id)
    }

    await admin.updateProtectedValue({ id }, { enabled: false })
    await admin.updateProtectedValue({ id }, { enabled: false })
    expect([await isEnabled('orgadmin'), await isEnabled('stranger')]).toEqual([false, true])
    expect([await isChecked('analyze'), await isChecked('stranger')]).toEqual([[], [id]])
    await admin.updateProtectedValue({ id }, { enabled: true })
    expect(await isChecked('analyze')).toEqual([id])

    await root.updateProtectedValue({ id }, { enabled: false })
    expect(await isEnabled('stranger')).toBe(false)
    expect(await refusalOf(admin.updateProtectedValue({ id }, { enabled: true }))).toEqual(
      forbidden('Disabled for all organizations. Only a superadmin can enable it'),
    )
    await root.updateProtectedValue({ id }, { enabled: true })
    expect(await isEnabled('stranger')).toBe(true)
    const { rows } = await admin.listAudit({ range: '0-3' })
    expect(rows.map(({ action }) => action)).toEqual(
      ['enable', 'disable', 'disable'].map((change) => `protectedValue.${change}`),
    )
  })
})

describe.each(oneDatabase)('$name: protected observables', ({ open }) => {
  it('include the host of this server', async () => {
    const app = await make(open, { ASSAY_HTTP_PUBLICURL: 'https://soc.example.org' })
    const values = [{ dataType: 'url', data: 'https://soc.example.org/login' }]

    const [answer] = await app.as('analyze').checkProtectedValues({ values })

    expect(answer?.protectedBy.map(({ id }) => id)).toEqual(['shipped-own-host'])
  })

  it('are checked with the reason why a range is too wide, and no longer once they expired', async () => {
    const app = await make(open)
    const client = app.as('analyze')
    const check = async (data: string) =>
      (await client.checkProtectedValues({ values: [{ dataType: 'ip', data }] }))[0]
    await app.as('orgadmin').createProtectedValue({ ...lab, expiresAt: app.clock.now() + 60_000 })

    expect((await check('203.0.113.9'))?.protectedBy).toMatchObject([{ note: 'Our lab' }])
    expect(await check('198.51.0.0/16')).toMatchObject({
      protectedBy: [],
      problem: expect.stringContaining('wider than /24'),
    })
    app.clock.advance(60_000)
    expect((await check('203.0.113.9'))?.protectedBy).toEqual([])
  })

  it('are changed by those whose they are, and with sense', async () => {
    const app = await make(open)
    const [admin, root] = [app.as('orgadmin'), app.as('root')]
    const own = await admin.createProtectedValue(lab)
    const all = await root.createProtectedValue({ kind: 'account', value: 'root' })
    const shipped = { id: 'shipped-loopback' }
    const refused = [
      admin.createProtectedValue(lab),
      admin.createProtectedValue({ kind: 'hash', value: 'x' }),
      admin.createProtectedValue({ ...lab, value: '192.0.2.1', expiresAt: app.clock.now() }),
      admin.updateProtectedValue({ id: own.id }, { enabled: false }),
      admin.updateProtectedValue({ id: own.id }, { expiresAt: 1 }),
      admin.updateProtectedValue({ id: all.id }, { note: 'x' }),
      admin.deleteProtectedValue({ id: all.id }),
      admin.deleteProtectedValue(shipped),
      admin.updateProtectedValue(shipped, { note: 'x' }),
      admin.updateProtectedValue(shipped, { enabled: false, note: 'x' }),
      root.deleteProtectedValue({ id: own.id }),
      app.as('stranger').deleteProtectedValue({ id: own.id }),
      app.as('stranger').updateProtectedValue({ id: own.id }, { note: 'x' }),
    ]
    const past = badRequest('expiresAt is in the past. Choose a later time, or null for no end')
    const ofAll = 'This entry is for all organizations. Only a superadmin can change it'
    const gone = notFound(`protected observable ${own.id} not found`)

    expect(await Promise.all(refused.map(refusalOf))).toEqual([
      conflict('protected observable 203.0.113.0/24 already exists'),
      badRequest(
        'value must be an MD5, SHA-1, SHA-224, SHA-256, SHA-384 or SHA-512 hash in hexadecimal',
      ),
      past,
      badRequest('Only entries that come with Assay can be disabled. Delete this one'),
      past,
      forbidden(ofAll),
      forbidden(ofAll),
      badRequest('An entry that comes with Assay cannot be deleted. Disable it'),
      badRequest('Of an entry that comes with Assay only enabled can be changed'),
      badRequest('Of an entry that comes with Assay only enabled can be changed'),
      gone,
      gone,
      gone,
    ])
    expect(await admin.listProtectedValues()).toContainEqual(own)
  })

  it('end at a thousand for an organization', async () => {
    const app = await make(open)
    await app.deps.db.transaction().execute(async (tx) => {
      for (let count = 0; count < maxProtectedValues; count += 1)
        await insertProtected(tx, {
          id: `entry-${count}`,
          organization: 'alpha',
          kind: 'account',
          value: `user-${count}`,
          note: '',
          disables: null,
          expires_at: null,
          created_at: 1,
          created_by: 'ada',
        })
    })

    expect(await refusalOf(app.as('orgadmin').createProtectedValue(lab))).toEqual(
      badRequest('Limit of 1,000 protected observables reached. Remove one first'),
    )
    await app.as('stranger').createProtectedValue(lab)
  })
})
