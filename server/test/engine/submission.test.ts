import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { forms, json, multipart, type Values } from '../forms.ts'
import { makeEngineApp, programs } from './setup.ts'

async function makeEcho(open: TestDatabases['open'], input: object = {}) {
  const app = await makeEngineApp(open, [programs.echo])
  const { id } = await app.enable('orgadmin', 'Echo', input as Record<string, unknown>)
  const run = async (sent: Pick<InjectOptions, 'payload' | 'headers'>, search = '') => {
    const url = `/api/analyzer/${id}/run${search}`
    const response = await app.inject({ as: 'analyze', method: 'POST', url, ...sent })
    return { status: response.statusCode, body: response.json() }
  }
  /** What the program got for a job. */
  const told = async (job: string) => {
    const { report } = await app.as('analyze').waitReport({ id: job }, { atMost: 'Inf' })
    return (report as { full: { input: Values } }).full.input
  }
  return { app, id, run, told }
}

const errorsOf = ({ status, body }: { status: number; body: Values }) => ({
  status,
  tableName: body.tableName,
  errors: (body.errors as { type: string; name: string }[]).map((e) => `${e.type} ${e.name}`),
})

describe.each(databases)('$name: a submission', ({ open }) => {
  it.each(['attachment', 'data'])('takes a file as %s, with data: null', async (name) => {
    const { run, told } = await makeEcho(open)

    const { status, body } = await run(
      multipart(
        { name: '_json', value: '{"dataType":"file","tlp":1,"data":null}' },
        { name, value: 'content', filename: 'C:\\temp\\sample.exe', type: 'application/x-sample' },
      ),
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({
      dataType: 'file',
      tlp: 1,
      attachment: {
        id: 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73',
        name: 'sample.exe',
        size: 7,
        contentType: 'application/x-sample',
        hashes: [
          'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73',
          '040f06fd774092478d450774f5ba30c5da78acc8',
          '9a0364b9e99bb480dd25e1f0284c8555',
        ],
      },
    })
    expect(body).not.toHaveProperty('data')
    const input = await told(body.id)
    expect(input).toMatchObject({
      dataType: 'file',
      filename: 'sample.exe',
      contentType: 'application/x-sample',
      file: expect.any(String),
    })
    expect(input).not.toHaveProperty('data')
  })

  it('keeps text as it is, whatever it holds', async () => {
    const { run, told } = await makeEcho(open)
    const data = ' "quotes" \\ $(id) `id` \' ; é 漢 😀 \u2028 \n\t '

    const { body } = await run(json({ data, dataType: 'other', message: data }))

    expect(body.data).toBe(data)
    expect(await told(body.id)).toMatchObject({ data, message: data })
  })
})

describe.each(oneDatabase)('$name: a submission', ({ open }) => {
  it.each(forms)('may come as $form', async ({ encode }) => {
    const { run, told } = await makeEcho(open)
    const given = {
      data: '8.8.8.8',
      dataType: 'ip',
      tlp: 1,
      pap: 0,
      message: 'hello',
      parameters: { deep: { a: [1, null] } },
    }
    const label = 'a label'
    const { search, ...sent } = encode({ ...given, label })

    const { status, body } = await run(sent, search)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      _type: 'job',
      type: 'analyzer',
      organization: 'alpha',
      status: 'Waiting',
      ...given,
      label,
      createdBy: 'alan',
      date: body.createdAt,
    })
    expect(body).not.toHaveProperty('fromCache')
    expect(await told(body.id)).toMatchObject(given)
  })

  it('names worker and analyzer alike, in both spellings', async () => {
    const { run, id } = await makeEcho(open)

    const { body } = await run(json({ data: '1.1.1.1', dataType: 'ip' }))

    const names = { Id: id, Name: 'Echo', DefinitionId: 'Echo_1_0' }
    for (const [suffix, value] of Object.entries(names)) {
      expect(body[`worker${suffix}`]).toBe(value)
      expect(body[`analyzer${suffix}`]).toBe(value)
    }
  })

  it('takes the older body with attributes, with force next to it', async () => {
    const { run, told } = await makeEcho(open)
    const legacy = {
      data: 'a.example',
      attributes: { dataType: 'domain', tlp: 3, pap: 1, message: 'old', parameters: { a: 1 } },
    }

    const first = await run(json(legacy))
    const again = await run(json({ ...legacy, force: true }))

    expect(first.body).toMatchObject({ data: 'a.example', dataType: 'domain', tlp: 3, pap: 1 })
    expect(again.body.id).not.toBe(first.body.id)
    expect(await told(first.body.id)).toMatchObject({ message: 'old', parameters: { a: 1 } })
  })

  it.each([
    { given: 'JSON numbers', sent: { tlp: 0, pap: 3 }, levels: { tlp: 0, pap: 3 } },
    { given: 'JSON strings', sent: { tlp: '3', pap: '0' }, levels: { tlp: 2, pap: 2 } },
    { given: 'null', sent: { tlp: null, pap: null }, levels: { tlp: 2, pap: 2 } },
    { given: 'nothing', sent: {}, levels: { tlp: 2, pap: 2 } },
  ])('reads TLP and PAP from $given', async ({ sent, levels }) => {
    const { run } = await makeEcho(open)

    const { status, body } = await run(json({ data: '1.1.1.1', dataType: 'ip', ...sent }))

    expect(status).toBe(200)
    expect({ tlp: body.tlp, pap: body.pap }).toEqual(levels)
  })

  it('reads TLP and PAP from text, because text has no types', async () => {
    const { run } = await makeEcho(open)

    const read = await run({}, '?data=1.1.1.1&dataType=ip&tlp=3&pap=0')
    const odd = await run({}, '?data=1.1.1.1&dataType=ip&tlp=red')

    expect(read.body).toMatchObject({ tlp: 3, pap: 0 })
    expect(odd.body).toMatchObject({ tlp: 2, pap: 2 })
  })

  it('is refused with every wrong attribute, named', async () => {
    const { run } = await makeEcho(open)

    const nothing = await run(json({}))
    const levels = await run(json({ data: 'x', dataType: 'ip', tlp: 4, pap: -1 }))
    const text = await run({}, '?data=x&dataType=ip&tlp=4')
    const notText = await run(json({ data: 7, dataType: 'ip' }))
    const both = await run(
      multipart(
        { name: '_json', value: '{"dataType":"file","data":"text"}' },
        { name: 'attachment', value: 'x', filename: 'x' },
      ),
    )
    const notFile = await run(json({ attachment: 'x', dataType: 'file' }))

    expect(errorsOf(nothing)).toEqual({
      status: 400,
      tableName: 'job',
      errors: ['MissingAttributeError dataType', 'MissingAttributeError data/attachment'],
    })
    expect(errorsOf(levels).errors).toEqual([
      'InvalidFormatAttributeError tlp',
      'InvalidFormatAttributeError pap',
    ])
    expect(errorsOf(text).errors).toEqual(['InvalidFormatAttributeError tlp'])
    expect(errorsOf(notText).errors).toEqual(['MissingAttributeError data/attachment'])
    expect(errorsOf(both).errors).toEqual(['InvalidFormatAttributeError data/attachment'])
    expect(errorsOf(notFile)).toMatchObject({ status: 400, tableName: 'job' })
    expect(errorsOf(notFile).errors[0]).toMatch(/^InvalidFormatAttributeError .*attachment$/)
  })

  it('does not take JSON that looks like a file for one', async () => {
    const { run } = await makeEcho(open)
    const data = { keep: 1, sha256: 'a'.repeat(64), sha1: '', md5: '', size: 1, name: 'x' }

    const { status } = await run(json({ dataType: 'file', data }))

    expect(status).toBe(400)
  })

  it('of a data type that the analyzer does not take names those it takes', async () => {
    const { app, run } = await makeEcho(open)

    const { status, body } = await run(json({ data: 'x', dataType: 'hash' }))
    const { total } = await app.as('analyze').listJobs()

    expect(status).toBe(400)
    expect(body.type).toBe('BadRequest')
    for (const allowed of programs.echo.dataTypeList) expect(body.message).toContain(allowed)
    expect(total).toBe(0)
  })

  it('follows the data types that orgadmin gave instead of the definition', async () => {
    const { run } = await makeEcho(open, { dataTypeList: ['hash'] })

    const given = await run(json({ data: 'x', dataType: 'hash' }))
    const replaced = await run(json({ data: '1.1.1.1', dataType: 'ip' }))

    expect(given.status).toBe(200)
    expect(replaced.status).toBe(400)
  })

  it('ignores attributes that it does not know', async () => {
    const { run } = await makeEcho(open)

    const { status } = await run(json({ data: '1.1.1.1', dataType: 'ip', surprise: 1, status: 2 }))

    expect(status).toBe(200)
  })

  it('to an analyzer that is not there is not found, whatever is sent', async () => {
    const { app, id } = await makeEcho(open)
    await app.as('orgadmin').disableAnalyzer({ id })

    const refusal = await refusalOf(app.as('analyze').runAnalyzer({ id }, {}))

    expect(refusal).toEqual(notFound(`worker ${id} not found`))
  })
})
