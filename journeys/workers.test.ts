import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enableAnalyzers,
  enableResponders,
  makeAlert,
  makeCase,
  makeOrganization,
  runToEnd,
} from './people.ts'
import { type Server, startServer } from './server.ts'
import { eventually } from './visit.ts'

const free = ['Echo', 'Verdict', 'Slow', 'Fail', 'Artifacts', 'BigReport', 'Hostile'] as const

describe('the workers of the journeys', () => {
  let server: Server
  let ids: Record<(typeof free)[number] | 'NeedsKey', string>

  beforeAll(async () => {
    server = await startServer()
    await makeOrganization(server)
    const configuration = { key: 'a secret of the service' }
    ids = {
      ...(await enableAnalyzers(server, 'oa', free)),
      ...(await enableAnalyzers(server, 'oa', ['NeedsKey'], { configuration })),
    }
  })
  afterAll(() => server.stop())

  const run = (name: keyof typeof ids, data: string, more: object = {}) =>
    runToEnd(server, 'ana', ids[name], { dataType: 'domain', data, ...more })

  it('echo, fail and need their key', async () => {
    const [echo, failed, withKey] = await Promise.all([
      run('Echo', 'a.example'),
      run('Fail', 'a.example'),
      run('NeedsKey', 'a.example'),
    ])

    expect(echo).toMatchObject({
      status: 'Success',
      report: { full: { asked: { data: 'a.example' } } },
    })
    expect(failed).toMatchObject({ status: 'Failure' })
    expect(JSON.stringify(failed.report)).toContain('does not know a.example')
    expect(withKey).toMatchObject({
      status: 'Success',
      report: { full: { keyLength: 23, retries: 2 } },
    })
  })

  it('judge by the value, and differently when configured', async () => {
    const levelOf = async (...args: [data: string, more?: object]) =>
      (await run('Verdict', ...args)).report
    const levels = await Promise.all([
      levelOf('malicious.example'),
      levelOf('plain.example'),
      levelOf('plain.example', { parameters: { level: 'suspicious' } }),
      levelOf('plain.example', { message: 'unheard-of' }),
      levelOf('203.0.113.66', { dataType: 'ip' }),
    ])

    expect(
      levels.map((report) => (report as { full?: { verdict: string } }).full?.verdict),
    ).toEqual(['malicious', 'info', 'suspicious', 'unheard-of', 'malicious'])
  })

  it('find artifacts, report much, and report badly', async () => {
    const [found, big, hostile, hostileFailure] = await Promise.all([
      run('Artifacts', 'a.example'),
      run('BigReport', 'a.example'),
      run('Hostile', 'a.example'),
      run('Hostile', 'fail.example'),
    ])
    const artifacts = await server.as('ana').listArtifacts({ id: found.id }, { range: 'all' })

    expect(artifacts.rows.map(({ dataType }) => dataType).sort()).toEqual([
      'domain',
      'hash',
      'ip',
      'url',
    ])
    expect(JSON.stringify(big.report).length).toBeGreaterThan(5_000_000)
    expect(JSON.stringify(big.report).match(/needle/g)).toHaveLength(8)
    expect(hostile.status).toBe('Success')
    expect(JSON.stringify(hostile.report)).toContain('<script>window.pwned=1</script>')
    expect(hostileFailure.status).toBe('Failure')
    expect(JSON.stringify(hostileFailure.report)).toContain('<script>')
  })

  it('respond to observables of a case', async () => {
    const responders = await enableResponders(server, 'oa', ['Demo_Block', 'Demo_Refuse'])
    const { observableIds } = await makeCase(server, 'ana', {}, [
      { dataType: 'ip', data: '203.0.113.66' },
    ])
    const [objectId = ''] = observableIds
    const act = (responderId: string) =>
      server
        .as('ana')
        .runEngineAction({ engineId: 'local', responderId, objectType: 'case_artifact', objectId })

    await act(responders.Demo_Block)
    await act(responders.Demo_Refuse)

    const outcomes = async () => {
      const rows = await server
        .as('ana')
        .listEngineActionsOf({ objectType: 'case_artifact', id: objectId })
      return rows.map(({ responderName, status }) => `${responderName} ${status}`).sort()
    }
    await eventually(outcomes).toEqual(['Demo_Block_1_0 Success', 'Demo_Refuse_1_0 Failure'])
  })

  it('leave alerts to their creators', async () => {
    const alert = await makeAlert(server, 'ana', {
      artifacts: [{ dataType: 'ip', data: '203.0.113.66' }],
    })

    expect(alert).toMatchObject({ source: 'gateway', artifacts: [{ data: '203.0.113.66' }] })
  })
})
