import { beforeAll, describe, expect, it } from 'vitest'
import { multipart } from '../forms.ts'
import { atTheEnd, passwordOf, places, startTarget, type Target } from './target.ts'
import { enabled, givenTwoOrganizations, until } from './work.ts'

const word = () => Math.random().toString(36).slice(2)

describe.each(places)('answers that must be true, on $database', (place) => {
  const cleanup = atTheEnd()
  let target: Target
  let caseId = ''
  let alertId = ''
  let taskId = ''

  beforeAll(async () => {
    target = await startTarget({ place, cleanup })
    await givenTwoOrganizations(target)
    const text = { title: 't', description: 'd' }
    const post = (path: string, json: unknown) =>
      target.must(201, 'POST', path, { as: 'ada', json })
    caseId = (await post('/api/case', text)).json.id
    alertId = (await post('/api/alert', { ...text, type: 't', source: 's', sourceRef: 'r' })).json
      .id
    taskId = (await post(`/api/case/${caseId}/task`, { title: 'A task' })).json.id
    await post(`/api/case/task/${taskId}/log`, { message: 'A log' })
  })

  const observablePaths = () => [
    `/api/case/${caseId}/artifact`,
    `/api/v1/case/${caseId}/observable`,
    `/api/alert/${alertId}/artifact`,
    `/api/v1/alert/${alertId}/observable`,
  ]

  it('observables that are there already are reported one by one with 207, also a single one', async () => {
    const seen: string[] = []
    for (const path of observablePaths()) {
      const send = (data: unknown) =>
        target.call('POST', path, { as: 'alan', json: { dataType: 'other', data } })
      const [first, second] = [word(), word()]
      const answers = [
        await send(first),
        await send(first),
        await send([first]),
        await send([first, second]),
        await send([first, second]),
      ]
      seen.push(answers.map(({ status }) => status).join(' '))
      expect(answers[1]?.json).toMatchObject({
        success: [],
        failure: [{ object: { data: first } }],
      })
      expect(answers[1]?.text).not.toMatch(/SQLITE|constraint|unique|duplicate key/i)
      // The good one of the mixed request is there, and only once.
      const query = { query: { dataType: 'other', data: second } }
      const found = await target.must(200, 'POST', '/api/case/artifact/_search', {
        as: 'alan',
        json: query,
      })
      expect(found.json.length).toBe(1)
    }
    expect(seen).toEqual(seen.map(() => '201 207 207 207 207'))
  })

  it('the same file twice is a 207 too', async () => {
    for (const path of observablePaths()) {
      const content = `a file ${word()}`
      const send = () => {
        const { payload, headers } = multipart(
          { name: '_json', value: '{"dataType":"file"}' },
          { name: 'attachment', filename: 'a.txt', value: content },
        )
        return target.call('POST', path, { as: 'alan', body: payload, headers })
      }
      expect([(await send()).status, (await send()).status]).toEqual([201, 207])
    }
  })

  // What follows no database changes.
  if (place.database !== 'SQLite') return

  it('a part _json with a file name is the JSON part', async () => {
    for (const type of ['application/json', 'application/octet-stream', undefined]) {
      const message = word()
      const { payload, headers } = multipart(
        {
          ...{
            name: '_json',
            filename: 'blob',
            value: JSON.stringify({ dataType: 'file', message }),
          },
          ...(type === undefined ? {} : { type }),
        },
        { name: 'attachment', filename: 'a.txt', value: word() },
      )
      const path = `/api/case/${caseId}/artifact`
      const made = await target.must(201, 'POST', path, { as: 'alan', body: payload, headers })
      expect([made.json].flat()[0]).toMatchObject({ dataType: 'file', message })
    }
  })

  it('task logs are found by their task, however the parent is called', async () => {
    const names = ['case_task', 'task', 'Task']
    const found = []
    for (const _type of names)
      for (const parent of [
        { _type, _query: { _id: taskId } },
        { _type, _id: taskId },
      ]) {
        const json = { query: { _parent: parent }, range: 'all' }
        const { status, json: rows } = await target.call('POST', '/api/case/task/log/_search', {
          as: 'rita',
          json,
        })
        found.push(`${_type} ${status} ${rows?.length}`)
      }
    expect(found).toEqual(names.flatMap((name) => [`${name} 200 1`, `${name} 200 1`]))
    const wrong = { query: { _parent: { _type: 'case_task', _query: { _id: '~404' } } } }
    expect(
      (await target.must(200, 'POST', '/api/case/task/log/_search', { as: 'rita', json: wrong }))
        .json,
    ).toEqual([])
  })

  it('responders are found by data type in any case', async () => {
    await enabled(
      target,
      'ada',
      'Assay_Tag_1_0',
      { tags: ['t'] },
      { type: 'responder', name: 'Tagger' },
    )
    const search = async (path: string, dataTypeList: string) => {
      const { status, json } = await target.call('POST', path, {
        as: 'alan',
        json: { query: { dataTypeList } },
      })
      return `${dataTypeList} ${status} ${json?.length}`
    }
    const paths = [
      '/api/responder/_search',
      '/api/connector/cortex/responder/_search',
      '/api/connector/engine/responder/_search',
    ]
    await until(
      'the engine is known',
      () => search(paths[1] ?? '', 'thehive:case'),
      (seen) => seen.endsWith('200 1'),
    )
    for (const path of paths) {
      const names = ['thehive:case', 'thehive:CASE', 'TheHive:Case']
      const seen = []
      for (const name of names) seen.push(await search(path, name))
      expect(seen, path).toEqual(names.map((name) => `${name} 200 1`))
    }
  })

  it('POST /api/logout ends the session', async () => {
    const json = { user: 'alan', password: passwordOf('alan') }
    const { headers } = await target.must(200, 'POST', '/api/login', { json })
    const pairs = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '')
    const csrf = pairs.find((pair) => /xsrf/i.test(pair))?.split('=')[1] ?? ''
    const sent = { cookie: pairs.join('; '), 'x-cortex-xsrf-token': csrf }
    await target.must(200, 'GET', '/api/user/current', { headers: sent })

    const { status } = await target.call('POST', '/api/logout', { headers: sent })

    expect([200, 204]).toContain(status)
    await target.must(401, 'GET', '/api/user/current', { headers: sent })
    expect([200, 204]).toContain((await target.call('POST', '/api/logout')).status)
  })

  it('its own calls to its engine are not logged', async () => {
    let asked = 0
    const connected = () => {
      asked += 1
      return target.must(200, 'GET', '/api/status')
    }
    await until(
      'the engine was looked at',
      connected,
      ({ json }) => json.connectors?.cortex.status === 'OK',
    )
    const requests = () =>
      target
        .shown()
        .split('\n')
        .filter((line) => line.includes('"msg":"request"'))
    // The log comes through a pipe: what was asked until now is in it when this is.
    await target.call('GET', '/api/nothing-here')
    await until(
      'the log has our last request',
      async () => requests(),
      (lines) => lines.some((line) => line.includes('/api/nothing-here')),
    )
    // The engine was checked before, and each of these lines is a request of ours.
    const paths = requests().map((line) => JSON.parse(line).path as string)
    expect(paths.filter((path) => path === '/api/status')).toHaveLength(asked)
    expect(paths).not.toContain('/api/alive')
  })
})
