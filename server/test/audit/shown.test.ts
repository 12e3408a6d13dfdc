import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditSinkPlaces, auditSinkStates } from '../../src/commands/doctor/audit-sinks.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { oneDatabase } from '../databases.ts'
import { happen, look, makeSending, scratch } from './sinks.ts'

const load = (sinks: unknown) =>
  loadConfig({ environment: { ASSAY_AUDIT_SINKS: JSON.stringify(sinks) } })

describe.each(oneDatabase)('$name: a sink that stands still', ({ open }) => {
  it('is in metrics, and in the health that superadmins see', async () => {
    const path = join(scratch(), 'missing', 'audit.jsonl')
    const app = await makeSending(open, [{ type: 'file', path }])
    await happen(app, ['1'])
    await look(app)
    app.clock.advance(90_000)
    const metrics = await app.inject({ method: 'GET', url: '/metrics' })
    expect(metrics.body).toContain(`assay_audit_sink_waiting_seconds{sink="file:${path}"} 90`)
    expect(metrics.body).toContain(`assay_audit_sink_still_seconds{sink="file:${path}"} 90`)
    expect((await app.as('root').health({})).details?.auditSinks).toEqual([
      { sink: `file:${path}`, stillSeconds: 90, reason: 'cannot write (ENOENT)' },
    ])
    for (const person of ['orgadmin', 'nobody'] as const)
      expect((await app.as(person).health({})).details?.auditSinks).toBeUndefined()
  })

  it('is a warning of the doctor, who also tries the place and makes no file', async () => {
    const folder = scratch()
    const sinks = [
      { type: 'file', path: join(folder, 'missing', 'audit.jsonl') },
      { type: 'file', path: join(folder, 'audit.jsonl') },
      { type: 'syslog', host: '127.0.0.1', port: 1 },
    ]
    const app = await makeSending(open, sinks)
    expect(await auditSinkPlaces(app.deps.config)).toMatchObject([
      { is: 'problem', text: 'is not writable (ENOENT)' },
      { is: 'ok', text: 'is writable' },
      { is: 'problem', text: 'unreachable (ECONNREFUSED)' },
    ])
    expect(await auditSinkStates(app.deps.db, app.deps.config)).toEqual([])
    // The clock of the test is in the past of the doctor's.
    await happen(app, ['1'])
    expect(await auditSinkStates(app.deps.db, app.deps.config)).toMatchObject(
      sinks.map(() => ({ is: 'warning', text: expect.stringMatching(/^stands still for \d+/) })),
    )
  })
})

describe('audit.sinks', () => {
  const syslog = { type: 'syslog', host: 'siem.example.org' }
  const file = { type: 'file', path: '/var/log/audit.jsonl' }

  it('takes syslog receivers and files, and shows them', () => {
    const ours = { ...file, organizations: ['alpha'] }
    expect(load([{ ...syslog, ca: '/ca.pem', organizations: 'all' }, ours]).audit.sinks).toEqual([
      { ...syslog, ca: '/ca.pem', organizations: 'all' },
      ours,
    ])
  })

  it.each([
    [{}, 'must be a list of sinks'],
    [[{ type: 'http' }], 'type must be syslog or file'],
    [[{ ...syslog, host: 'a b' }], 'host must be a name or address'],
    [[{ ...syslog, port: 0 }], 'port must be a number from 1 to 65535'],
    [[{ ...syslog, path: '/x' }], 'key "path" is unknown'],
    [[{ ...syslog, cert: '/x' }], 'cert and key must be set together'],
    [[{ ...file, path: 'audit.jsonl' }], 'path must be an absolute path'],
    [[{ ...file, organizations: [] }], 'organizations must be all or a list of names'],
    [[{ ...file, organizations: 'alpha' }], 'organizations must be all or a list of names'],
    [[syslog, { ...syslog, port: 6514 }], 'must not name the same host and port, or file, twice'],
    [Array.from({ length: 9 }, (_, n) => ({ ...syslog, port: n + 1 })), 'at most 8 sinks'],
  ])('refuses %j', (sinks, problem) => {
    expect(() => load(sinks)).toThrow(problem)
  })
})
