import { describe, expect, it } from 'vitest'
import { tagV0, tagV1 } from '../../src/platform/tags/views.ts'
import { databases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const newCase = { title: 'A case', description: 'What happened' }

const tagsOf = async ({ deps }: TestApp, organization = 'alpha') => {
  const rows = await deps.db
    .selectFrom('tags')
    .select('name')
    .where('organization', '=', organization)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

describe.each(databases)('$name: a tag', ({ open }) => {
  it('is made by being used, once in an organization', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')

    await as.createCase({ ...newCase, tags: ['a', 'b', 'a'] })
    await as.updateCase({ id: '1' }, { addTags: ['c'] })
    await as.createAlert({
      ...newCase,
      type: 't',
      source: 's',
      sourceRef: 'r',
      tags: ['b', 'd'],
      artifacts: [{ dataType: 'ip', data: '1.1.1.1', tags: ['e'] }],
    })
    await app.as('stranger').createCase({ ...newCase, tags: ['a', 'z'] })

    expect(await tagsOf(app)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await tagsOf(app, 'beta')).toEqual(['a', 'z'])
  })

  it('gets a color and a description, and goes when it is unused', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createCase({ ...newCase, tags: ['spam'] })
    await app.as('stranger').createCase({ ...newCase, tags: ['spam'] })
    const admin = app.as('orgadmin')
    const { _id: tag } = await admin.getTagV1({ id: 'spam' })

    await admin.updateTag({ id: tag }, { colour: '#FF8000', description: 'Unwanted' })
    expect(await app.as('read').getTag({ id: 'spam' })).toMatchObject({
      colour: '#FF8000',
      description: 'Unwanted',
    })
    await expect(
      app.inject({
        as: 'orgadmin',
        method: 'PATCH',
        url: `/api/v1/tag/${tag}`,
        payload: { name: 'x' },
      }),
    ).resolves.toMatchObject({ statusCode: 400 })
    await expect(admin.deleteTag({ id: tag })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(id),
    })
    await expect(app.as('stranger').deleteTag({ id: tag })).rejects.toMatchObject({ status: 404 })
    await app.as('analyze').updateCase({ id }, { tags: [] })
    await admin.deleteTag({ id: tag })
    expect(await tagsOf(app)).toEqual([])
    expect(await tagsOf(app, 'beta')).toEqual(['spam'])
  })

  it('is made once when many use it at the same moment, in whatever order', async () => {
    const app = await makePlatformApp(open)
    const tags = Array.from({ length: 50 }, (_, index) => `t${String(index).padStart(2, '0')}`)

    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        app
          .as('analyze')
          .createCase({ ...newCase, tags: index % 2 === 0 ? tags : tags.toReversed() }),
      ),
    )

    expect(await tagsOf(app)).toEqual(tags)
  })

  it('is not made when the case is not', async () => {
    const app = await makePlatformApp(open)

    await app
      .as('analyze')
      .createCase({ ...newCase, tags: ['new'], owner: 'nemo' })
      .catch(() => {})

    expect(await tagsOf(app)).toEqual([])
  })
})

describe('a tag as it is shown', () => {
  const row = {
    id: '~1',
    organization: 'alpha',
    description: null,
    colour: '#000000',
    created_at: 1,
    created_by: 'alan',
    updated_at: null,
    updated_by: null,
  }

  it.each([
    ['free', { namespace: '_freetags_', predicate: 'free' }],
    ['tlp:amber', { namespace: 'tlp', predicate: 'amber' }],
    ['misp:level="3"', { namespace: 'misp', predicate: 'level', value: '3' }],
    ['https://x.example/a=b', { namespace: '_freetags_', predicate: 'https://x.example/a=b' }],
  ])('%s says its parts', (name, parts) => {
    expect(tagV0({ ...row, name })).toEqual({
      _id: '~1',
      id: '~1',
      _type: 'tag',
      name,
      colour: '#000000',
      ...parts,
    })
    expect(tagV1({ ...row, name })).toMatchObject({ _type: 'Tag', _createdBy: 'alan', ...parts })
  })
})
