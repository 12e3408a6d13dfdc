import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { ownedFiles } from './files.ts'
import { givenAlert, givenCase, upload } from './investigation.ts'
import { download, inCase, makeInvestigation, sha256 } from './observable-calls.ts'

const MiB = 1024 ** 2
const file = { dataType: 'file' }

describe.each(oneDatabase)('$name: the file of an observable in version 1', ({ open }) => {
  it('has an `_id` that downloads it, as it is or in an archive with our password', async () => {
    const app = await makeInvestigation(open)
    await upload(app, inCase, file, { value: 'content', filename: 'x.bin' })
    const query = [{ _name: 'getCase', idOrName: '~1001' }, { _name: 'observables' }]
    const [found] = (await app.as('read').queryV1({ query })) as {
      _id: string
      attachment: { _id: string }
    }[]
    const url = `/api/v1/observable/${found?._id}/attachment/${found?.attachment._id}/download`

    const plain = await app.inject({ as: 'read', url: `${url}?asZip=False` })
    const zip = await app.inject({ as: 'read', url: `${url}?asZip=True` })

    expect(plain.body).toBe('content')
    expect(zip.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('x.bin.zip'),
    })
    const archive = { value: zip.rawPayload, filename: 'a.zip' }
    const unpacked = await upload(app, inCase, { ...file, isZip: true }, archive)
    expect(unpacked.json()).toMatchObject({
      failure: [{ object: { attachment: { name: 'x.bin', id: sha256('content') } } }],
    })
    expect((await app.inject({ as: 'stranger', url: `${url}?asZip=true` })).statusCode).toBe(404)
  })
})

describe.each(databases)('$name: a file', ({ open }) => {
  it('that the organization already has is named by its id, one or several', async () => {
    const app = await makeInvestigation(open)
    await upload(app, inCase, file, { value: 'one', filename: 'one' })
    await upload(app, inCase, file, { value: 'two', filename: 'two' })
    const inAlert = (attachment: unknown, as: 'analyze' | 'stranger' = 'analyze') =>
      app.inject({
        as,
        method: 'POST',
        url: '/api/alert/~2001/artifact',
        payload: { ...file, attachment },
      })

    const single = await inAlert({ id: sha256('one'), name: '../renamed.txt', contentType: 'a/b' })
    const both = await inAlert([{ id: sha256('one') }, { id: sha256('two') }])
    await givenAlert(app.deps, { id: '~2002', organization: 'beta' })
    const foreign = await app.inject({
      as: 'stranger',
      method: 'POST',
      url: '/api/alert/~2002/artifact',
      payload: { ...file, attachment: { id: sha256('one') } },
    })

    expect(single.json()).toMatchObject([
      { attachment: { id: sha256('one'), name: 'renamed.txt', contentType: 'a/b', size: 3 } },
    ])
    expect(both.statusCode).toBe(207)
    expect(both.json()).toMatchObject({
      success: [{ attachment: { id: sha256('two'), name: 'two' } }],
      failure: [{ object: { attachment: { id: sha256('one') } } }],
    })
    expect(foreign.statusCode).toBe(404)
  })

  it('is there once per case, and leaves nothing behind when it is refused', async () => {
    const app = await makeInvestigation(open)
    const send = () => upload(app, inCase, file, { value: 'same', filename: 'a' })

    const answers = await Promise.all([send(), send(), send()])
    const unknown = await upload(
      app,
      inCase,
      { dataType: 'nonsense' },
      { value: 'u', filename: 'u' },
    )
    const noCase = await upload(app, '/api/case/77/artifact', file, { value: 'n', filename: 'n' })

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 207, 207])
    expect([unknown.statusCode, noCase.statusCode]).toEqual([404, 403])
    expect(await ownedFiles(app)).toHaveLength(1)
    expect((await download(app, sha256('same'))).body).toBe('same')
  })

  it('goes with the last observable that has it, and not before', async () => {
    const app = await makeInvestigation(open)
    const [first] = (await upload(app, inCase, file, { value: 'shared', filename: 'a' })).json()
    const [second] = (
      await upload(app, '/api/alert/~2001/artifact', file, { value: 'shared', filename: 'b' })
    ).json()

    await app.as('analyze').deleteObservable({ id: first._id })
    const between = await download(app, sha256('shared'))
    await app.as('analyze').deleteObservable({ id: second._id })

    expect(between.body).toBe('shared')
    expect((await download(app, sha256('shared'), 'analyze')).statusCode).toBe(404)
    expect(await ownedFiles(app)).toEqual([])
  })

  it('that is removed and added at the same moment is whole or the answer says to send it again', async () => {
    const app = await makeInvestigation(open)
    await givenCase(app.deps, { id: '~1002', number: 2 })
    for (let round = 0; round < 5; round += 1) {
      const content = `round ${round}`
      const [made] = (await upload(app, inCase, file, { value: content, filename: 'a' })).json()

      const [, added] = await Promise.all([
        app.as('analyze').deleteObservable({ id: made._id }),
        upload(app, '/api/case/~1002/artifact', file, { value: content, filename: 'b' }),
      ])

      const back = await download(app, sha256(content))
      if (added.statusCode === 201) expect(back.body).toBe(content)
      else expect(added.json().message).toContain('Upload it again')
    }
  })
})

describe.each(oneDatabase)('$name: a file', ({ open }) => {
  it.each([0, 1, 65_537, 3 * MiB])('of %i bytes comes back as it was sent', async (size) => {
    const app = await makeInvestigation(open)
    const content = randomBytes(size)

    const made = await upload(
      app,
      inCase,
      { ...file, message: 'm' },
      {
        value: content,
        filename: 'sample.bin',
      },
    )
    const back = await download(app, sha256(content))

    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject([
      {
        dataType: 'file',
        message: 'm',
        attachment: {
          id: sha256(content),
          name: 'sample.bin',
          size,
          contentType: 'application/octet-stream',
          hashes: [
            sha256(content),
            createHash('sha1').update(content).digest('hex'),
            createHash('md5').update(content).digest('hex'),
          ],
        },
      },
    ])
    expect('data' in made.json()[0]).toBe(false)
    expect(back.statusCode).toBe(200)
    expect(sha256(back.rawPayload)).toBe(sha256(content))
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\evil.exe', 'evil.exe'],
    ['..', 'file'],
    ['a<b>;c.html', 'a<b>;c.html'],
    ['rtl\u202Egpj.exe', 'rtl\u202Egpj.exe'],
  ])('named %s is kept as %s and stays a download', async (sent, kept) => {
    const app = await makeInvestigation(open)

    const made = await upload(app, inCase, file, {
      value: '<script>',
      filename: sent,
      type: 'text/html',
    })
    const back = await download(app, sha256('<script>'))

    expect(made.json()).toMatchObject([{ attachment: { name: kept, contentType: 'text/html' } }])
    expect(back.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
    expect(back.headers['content-disposition']).toContain('attachment')
  })

  it('goes with a type of files, and a text with a type of texts', async () => {
    const app = await makeInvestigation(open)
    const send = (payload: object) =>
      app.inject({ as: 'analyze', method: 'POST', url: inCase, payload })

    const answers = [
      await upload(app, inCase, { dataType: 'ip' }, { value: 'x', filename: 'x' }),
      await upload(app, inCase, { ...file, data: 'x' }, { value: 'x', filename: 'x' }),
      await send({ dataType: 'file' }),
      await send({ dataType: 'file', data: 'just text' }),
      await send({ dataType: 'file', attachment: 'x' }),
      await send({ dataType: 'file', attachment: { name: 'x' } }),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 400))
    expect(answers.map((answer) => answer.json().message)).toEqual([
      'Observable type ip is not a file. Send data, or use a file type such as file',
      'Send either data or attachment, not both',
      'Observable type file is a file. Send it as attachment',
      'Send a file as the file part "attachment", or as data in the form name;type;base64',
      expect.stringMatching(/^Invalid format for attachment: "x", expected { .* a file part$/),
      expect.stringMatching(/^Invalid format for attachment: {"name":"x"}, expected { /),
    ])
    expect(await ownedFiles(app)).toEqual([])
  })

  it('imitated in JSON is not a file', async () => {
    const app = await makeInvestigation(open)
    const hash = sha256('x')

    const refused = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: inCase,
      payload: {
        ...file,
        attachment: { keep: 1, sha256: hash, sha1: '', md5: '', size: 1, id: hash },
      },
    })

    expect(refused.statusCode).toBe(404)
    expect(refused.json().message).toBe(`Attachment ${hash} not found`)
  })

  it('inside a JSON body is name, type and base64', async () => {
    const app = await makeInvestigation(open)
    const content = randomBytes(1_000)

    const made = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: inCase,
      payload: { ...file, data: `a;b.bin;image/png;${content.toString('base64')}` },
    })
    const back = await download(app, sha256(content))

    expect(made.json()).toMatchObject([
      {
        attachment: { id: sha256(content), name: 'a;b.bin', contentType: 'image/png', size: 1_000 },
      },
    ])
    expect(back.rawPayload.equals(content)).toBe(true)
  })

  it('is for your organization: readers too, superadmin and other organizations not', async () => {
    const app = await makeInvestigation(open)
    await upload(app, inCase, file, { value: 'ours', filename: 'a' })
    const hash = sha256('ours')

    expect((await download(app, hash, 'read')).statusCode).toBe(200)
    expect((await download(app, hash, 'analyze')).statusCode).toBe(200)
    expect((await download(app, hash, 'stranger')).statusCode).toBe(404)
    expect((await download(app, hash, 'root')).statusCode).toBe(403)
    // To a reader a job's file and no file look alike.
    expect((await download(app, '0'.repeat(64), 'read')).statusCode).toBe(403)
    expect(
      (await app.inject({ as: 'read', url: `/api/datastorezip/${hash}?name=a` })).headers,
    ).toMatchObject({ 'content-type': 'application/zip' })
  })
})
