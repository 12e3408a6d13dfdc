import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { givenCase } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

const initial = (
  'autonomous-system domain file filename fqdn hash hostname ip mail mail-subject ' +
  'other regexp registry uri_path url user-agent'
).split(' ')

describe.each(databases)('$name: types of observables', ({ open }) => {
  it('of an organization are its own; those of superadmin are global', async () => {
    const app = await makePlatformApp(open)

    const own = await app
      .as('orgadmin')
      .createObservableType({ name: 'sample', isAttachment: true })
    const shared = await app.as('root').createObservableTypeV1({ name: 'wallet' })

    expect(own).toMatchObject({ _type: 'observableType', name: 'sample', isAttachment: true })
    expect(await app.as('read').getObservableType({ id: 'sample' })).toEqual(own)
    expect(await app.as('read').getObservableType({ id: own._id })).toEqual(own)
    expect(await app.as('stranger').getObservableTypeV1({ id: 'wallet' })).toEqual(shared)
    for (const person of ['stranger', 'root'] as const)
      await expect(app.as(person).getObservableType({ id: 'sample' })).rejects.toMatchObject({
        status: 404,
        message: 'ObservableType sample not found',
      })
  })

  it('have unique names, across owners', async () => {
    const app = await makePlatformApp(open)
    const make = () => app.as('orgadmin').createObservableType({ name: 'sample' })

    const races = await Promise.allSettled([make(), make(), make()])

    expect(races.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(app.as('orgadmin').createObservableType({ name: 'ip' })).rejects.toMatchObject({
      status: 400,
      message: 'ObservableType ip already exists',
    })
    await expect(app.as('orgadmin').createObservableType({ name: '~7' })).rejects.toMatchObject({
      status: 400,
    })
    expect(await app.as('stranger').createObservableType({ name: 'sample' })).toBeDefined()
  })

  it('are removed when no observable has them, by their owner', async () => {
    const app = await makePlatformApp(open)
    await givenCase(app.deps)
    const { _id: id } = await app.as('orgadmin').createObservableType({ name: 'wallet' })
    const [row] = (
      await app.inject({
        as: 'analyze',
        method: 'POST',
        url: '/api/case/1/artifact',
        payload: { dataType: 'wallet', data: 'bc1q' },
      })
    ).json()

    const inUse = app.as('orgadmin').deleteObservableType({ id })
    await expect(inUse).rejects.toMatchObject({
      status: 400,
      message: 'The type wallet cannot be deleted: observables use it',
    })
    await app.as('analyze').deleteObservable({ id: row._id })
    await app.as('orgadmin').deleteObservableTypeV1({ id })
    const shared = app.as('orgadmin').deleteObservableType({ id: 'regexp' })
    await expect(shared).rejects.toMatchObject({ status: 403 })
    await app.as('root').deleteObservableType({ id: 'regexp' })

    const names = (await app.as('read').listObservableTypes()).map(({ name }) => name)
    expect(names).toEqual(initial.filter((name) => name !== 'regexp'))
    for (const gone of ['regexp', 'wallet', id, '~404'])
      await expect(app.as('root').deleteObservableType({ id: gone })).rejects.toMatchObject({
        status: 404,
      })
  })

  it('of the platform stay while any organization has observables of them', async () => {
    const app = await makePlatformApp(open)
    await givenCase(app.deps, { organization: 'beta' })
    await app.as('stranger').createCaseObservable({ id: '1' }, { dataType: 'regexp', data: '.*' })

    await expect(app.as('root').deleteObservableType({ id: 'regexp' })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe.each(oneDatabase)('$name: types of observables', ({ open }) => {
  it('are sixteen from the start, for all organizations, and one of them holds files', async () => {
    const app = await makePlatformApp(open)

    for (const person of ['read', 'stranger', 'root'] as const) {
      const types = await app.as(person).listObservableTypes()
      expect(types.map(({ name }) => name)).toEqual(initial)
      expect(types.filter(({ isAttachment }) => isAttachment).map(({ name }) => name)).toEqual([
        'file',
      ])
    }
    const v1 = await app.as('read').listObservableTypesV1()
    expect(v1[0]).toEqual({
      _id: '~8',
      _createdBy: 'init',
      _createdAt: 0,
      _type: 'ObservableType',
      name: 'autonomous-system',
      isAttachment: false,
    })
  })

  it('can be used at once, for texts or for files', async () => {
    const app = await makePlatformApp(open)
    await givenCase(app.deps)
    await app.as('orgadmin').createObservableType({ name: 'wallet' })

    const made = await app
      .as('analyze')
      .createCaseObservable({ id: '1' }, { dataType: 'wallet', data: 'bc1q' })

    expect(made).toMatchObject([{ dataType: 'wallet' }])
  })
})
