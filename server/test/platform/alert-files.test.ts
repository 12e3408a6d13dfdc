import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { multipart, storedFiles } from '../forms.ts'
import type { TestApp } from '../setup.ts'
import { newAlert } from './new-alert.ts'
import { makePlatformApp } from './setup.ts'

const file = (part: string, content: string, name = `${part}.bin`) => ({
  name: part,
  filename: name,
  value: content,
})

/** As clients of TheHive 5 send it: `_json`, and each file under the name that an observable says. */
const send = (app: TestApp, observables: object[], files: ReturnType<typeof file>[]) =>
  app.inject({
    as: 'analyze',
    method: 'POST',
    url: '/api/v1/alert',
    ...multipart(...files, {
      name: '_json',
      value: JSON.stringify({ ...newAlert, observables }),
    }),
  })

const observablesOf = (app: TestApp, idOrName: string) =>
  app.as('read').queryV1({ query: [{ _name: 'getAlert', idOrName }, { _name: 'observables' }] })

describe.each(databases)('$name: an alert that brings files', ({ open }) => {
  it('has them as observables, next to its values', async () => {
    const app = await makePlatformApp(open)

    const answer = await send(
      app,
      [
        { dataType: 'file', attachment: 'one', tags: ['first'] },
        { dataType: 'url', data: 'https://a.example' },
        { dataType: 'file', attachment: 'two', ioc: true },
      ],
      [file('two', 'of two'), file('one', 'of one', 'sample.exe')],
    )

    expect(answer.json()).toMatchObject({ observableCount: 3 })
    expect(answer.statusCode).toBe(201)
    const observables = (await observablesOf(app, answer.json()._id)) as { dataType: string }[]
    expect(observables.filter(({ dataType }) => dataType === 'file')).toMatchObject([
      { tags: ['first'], attachment: { name: 'sample.exe', size: 6 } },
      { ioc: true, attachment: { name: 'two.bin', size: 6 } },
    ])
  })
})

describe.each(oneDatabase)('file parts of an alert', ({ open }) => {
  it('are found by the name of the file, when they have no part of their own', async () => {
    const app = await makePlatformApp(open)
    const made = await app.as('analyze').createAlertV1({
      ...newAlert,
      observables: [{ dataType: 'file', attachment: 'b.bin' }],
      files: [new File(['of b'], 'b.bin')],
    })
    expect(await observablesOf(app, made._id)).toMatchObject([{ attachment: { name: 'b.bin' } }])
  })

  it.each([
    [
      'that are missing',
      [{ dataType: 'file', attachment: 'other' }],
      [file('one', 'x')],
      'File part other is missing from the request',
    ],
    [
      'that two observables name',
      ['1', '2'].map(() => ({ dataType: 'file', attachment: 'one' })),
      [file('one', 'x')],
      'Several observables name the file part one',
    ],
    [
      'that no observable names',
      [{ dataType: 'ip', data: '192.0.2.1' }],
      [file('one', 'x')],
      'No observable names the file part one. Add one whose attachment is this name',
    ],
  ])('are refused %s, and nothing stays', async (_, observables, files, message) => {
    const app = await makePlatformApp(open)
    const answer = await send(app, observables, files)
    expect(answer.json()).toMatchObject({ type: 'BadRequest', message })
    expect(answer.statusCode).toBe(400)
    expect((await app.as('read').searchAlerts({})).rows).toEqual([])
    expect(await storedFiles(app)).toEqual([])
  })

  it('are up to 100, and one more is refused', async () => {
    const app = await makePlatformApp(open)
    const parts = (count: number) => Array.from({ length: count }, (_, at) => `part${at}`)
    const asked = (count: number) =>
      send(
        app,
        parts(count).map((attachment) => ({ dataType: 'file', attachment })),
        parts(count).map((part) => file(part, part)),
      )
    const refused = await asked(101)
    expect(refused.statusCode).toBe(413)
    expect(refused.json().message).toContain('more than 100 parts or 100 files')
    expect((await asked(100)).json()).toMatchObject({ observableCount: 100 })
  })

  it('cannot be JSON', async () => {
    const app = await makePlatformApp(open)
    const json = { ...newAlert, files: [{ name: 'x', sha256: 'y' }] }
    const refusal = await refusalOf(app.as('analyze').createAlertV1(json as never))
    expect(refusal).toMatchObject({ status: 400, type: 'AttributeCheckingError' })
    expect(refusal.message).toContain('files')
  })
})
