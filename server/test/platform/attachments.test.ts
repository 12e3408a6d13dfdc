import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { multipart } from '../forms.ts'
import type { Person, TestApp } from '../setup.ts'
import { ownedFiles } from './files.ts'
import { givenAlert, givenCase } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  await app.as('analyze').createCase({ title: 'A case', description: 'd' })
  await givenAlert(app.deps)
  return app
}

/** As clients send them: several parts of one name. */
const send = (app: TestApp, url: string, contents: string[], as: Person = 'analyze') =>
  app.inject({
    as,
    method: 'POST',
    url,
    ...multipart(
      ...contents.map((value, index) => ({
        name: 'attachments',
        filename: `${index}.txt`,
        type: 'text/plain',
        value,
      })),
    ),
  })

const ofCase = '/api/v1/case/1/attachments'

describe.each(databases)('$name: files of a case or an alert', ({ open }) => {
  it('come in one request and are listed, read and removed one by one', async () => {
    const app = await makeWorld(open)

    const added = await send(app, ofCase, ['one', 'two'])
    const { attachments } = added.json()

    expect(added.statusCode).toBe(201)
    expect(attachments).toMatchObject([
      {
        _id: expect.stringMatching(/^~\d+$/),
        _type: 'Attachment',
        _createdBy: 'alan',
        id: sha256('one'),
        name: '0.txt',
        size: 3,
        contentType: 'text/plain',
        hashes: [sha256('one'), expect.any(String), expect.any(String)],
      },
      { id: sha256('two'), name: '1.txt' },
    ])
    const query = [{ _name: 'getCase', idOrName: '1' }, { _name: 'attachments' }]
    expect(await app.as('read').queryV1({ query })).toEqual(attachments)
    for (const id of [attachments[0]._id, attachments[0].id]) {
      const url = `/api/v1/case/1/attachment/${id}/download`
      const read = await app.inject({ as: 'read', url })
      expect(read.body).toBe('one')
      expect(read.headers['content-disposition']).toBe('attachment; filename="0.txt"')
    }
    const byHash = await app.inject({ as: 'read', url: `/api/datastore/${attachments[0].id}` })
    expect(byHash.body).toBe('one')

    await app.as('analyze').deleteCaseAttachment({ id: '1', attachmentId: attachments[0]._id })
    expect(await app.as('read').queryV1({ query })).toMatchObject([{ name: '1.txt' }])
    expect(await ownedFiles(app)).toHaveLength(1)
  })

  it('come into the case that an alert becomes, and stay with the alert', async () => {
    const app = await makeWorld(open)
    await send(app, '/api/v1/alert/~2001/attachments', ['evidence'])

    const made = await app.as('analyze').promoteAlertV1({ id: '~2001' }, {})

    const of = (start: object) =>
      app.as('read').queryV1({ query: [start, { _name: 'attachments' }] })
    const inCase = await of({ _name: 'getCase', idOrName: made._id })
    const inAlert = await of({ _name: 'getAlert', idOrName: '~2001' })
    expect(inCase).toMatchObject([{ id: sha256('evidence'), name: '0.txt' }])
    expect(inAlert).toMatchObject([{ id: sha256('evidence') }])

    await app.as('analyze').deleteAlert({ id: '~2001' })
    expect(await ownedFiles(app)).toHaveLength(1)
    await app.as('analyze').deleteCase({ id: made._id })
    expect(await ownedFiles(app)).toEqual([])
  })
})

describe.each(oneDatabase)('$name: files of a case or an alert', ({ open }) => {
  it('are of their case alone: another case or organization does not find them', async () => {
    const app = await makeWorld(open)
    await givenCase(app.deps, { id: '~1002', number: 2 })
    await givenCase(app.deps, { id: '~1003', number: 3, organization: 'beta' })
    const [{ _id, id }] = (await send(app, ofCase, ['secret'])).json().attachments

    for (const [as, owner] of [
      ['read', '2'],
      ['stranger', '1'],
      ['stranger', '3'],
    ] as const) {
      for (const attachment of [_id, id]) {
        const url = `/api/v1/case/${owner}/attachment/${attachment}/download`
        expect((await app.inject({ as, url })).statusCode).toBe(404)
      }
    }
    expect((await app.inject({ as: 'stranger', url: `/api/datastore/${id}` })).statusCode).toBe(404)
  })

  it('leave nothing behind when there is no such case, or no file', async () => {
    const app = await makeWorld(open)

    const nowhere = await send(app, '/api/v1/case/~404/attachments', ['lost'])
    const nothing = await app.inject({ as: 'analyze', method: 'POST', url: ofCase, payload: {} })
    const text = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: ofCase,
      payload: { attachments: 'text' },
    })

    expect([nowhere, nothing, text].map(({ statusCode }) => statusCode)).toEqual([404, 400, 400])
    expect(await ownedFiles(app)).toEqual([])
  })

  it('go through the typed client as well', async () => {
    const app = await makeWorld(open)

    const added = await app
      .as('analyze')
      .addCaseAttachments(
        { id: '1' },
        { attachments: [new File(['a'], 'a'), new File(['b'], 'b')] },
      )

    expect(added.attachments.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})
