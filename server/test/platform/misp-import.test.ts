import { describe, expect, it } from 'vitest'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { storedFiles } from '../forms.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const event = {
  info: 'Phishing against the bank',
  date: '2026-03-01',
  threat_level_id: '1',
  Tag: [{ name: 'tlp:red' }],
  Attribute: [
    { type: 'ip-dst', value: '192.0.2.1', to_ids: true, comment: 'C2', Tag: [{ name: 'c2' }] },
    { type: 'ip-src', value: '192.0.2.1' },
    { type: 'filename', value: 'a.exe' },
    { type: 'attachment', value: 'b.exe', data: 'AAAA' },
  ],
}
const fileOf = (json: unknown) => new File([JSON.stringify(json)], 'event.json')
const ask = (app: TestApp, idOrName: string, step: string) =>
  app.as('read').queryV1({ query: [{ _name: 'getCase', idOrName }, { _name: step }] })

describe.each(oneDatabase)('an event file of MISP', ({ open }) => {
  it('becomes a case with its values, each once, and says what was left out', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('analyze').importCaseFromMisp({ file: fileOf({ Event: event }) })

    expect(made).toMatchObject({
      title: 'Phishing against the bank',
      description: expect.stringContaining('no observables: attachment (1)'),
      severity: 3,
      tlp: 3,
      startDate: Date.UTC(2026, 2, 1),
      tags: ['tlp:red'],
      assignee: 'alan',
    })
    expect(await ask(app, made._id, 'observables')).toMatchObject([
      { dataType: 'ip', data: '192.0.2.1', ioc: true, message: 'C2', tags: ['c2'] },
      { dataType: 'filename', data: 'a.exe', ioc: false },
    ])
  })

  it('becomes what the caller says of it', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCaseTemplate({ name: 'shared', tags: ['template'] })

    const made = await app.as('analyze').importCaseFromMisp({
      file: fileOf(event),
      caseTemplate: 'shared',
      assignee: 'ada',
      tasks: [{ title: 'Look' }],
      pages: [{ title: 'Notes', content: 'c' }],
    })

    expect(made).toMatchObject({ assignee: 'ada', tags: ['template', 'tlp:red'] })
    expect(await ask(app, made._id, 'tasks')).toMatchObject([{ title: 'Look' }])
    expect(await ask(app, made._id, 'pages')).toMatchObject([{ title: 'Notes' }])
  })

  it('is refused when it is none, or larger than 8 MiB, and leaves nothing', async () => {
    const app = await makePlatformApp(open)
    const refused = (file: File, more = {}) =>
      refusalOf(app.as('analyze').importCaseFromMisp({ file, ...more }))
    expect(await refused(fileOf({}))).toEqual(
      badRequest(
        'Could not convert json to MISP event. Send the export of one event with its info',
      ),
    )
    expect(await refused(new File(['no json'], 'event.json'))).toEqual(
      badRequest('Could not convert json to MISP event. The file is not JSON in UTF-8'),
    )
    expect(await refused(fileOf({ info: 'x'.repeat(8 * 1024 ** 2) }))).toMatchObject({
      message: expect.stringContaining('at most 8388608 are imported'),
    })
    expect(await refused(fileOf(event), { caseTemplate: 'none' })).toEqual(
      notFound('CaseTemplate none not found'),
    )
    expect((await app.as('read').searchCases({})).rows).toEqual([])
    expect(await storedFiles(app)).toEqual([])
  })
})
