import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { addImport } from '../../src/commands/import/command.ts'
import { importCortex } from '../../src/commands/import/cortex.ts'
import { type ImportReport, startReport } from '../../src/commands/import/report.ts'
import type { ImportOptions } from '../../src/commands/import/request.ts'
import { importTheHive } from '../../src/commands/import/thehive.ts'
import { databases, oneDatabase } from '../databases.ts'
import { fakeServer, type Handler } from '../import/fake-server.ts'
import { atEnd } from '../lifetime.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { makeApp } from '../setup.ts'
import { contextOf } from './hostile-source.ts'

// The other server of `assay import` belongs to an attacker who wants to get in here.

describe.each(oneDatabase)('$name: people of a hostile Cortex', ({ open }) => {
  const reserved = [
    '(command line)',
    '(settings)',
    '(unknown)',
    'init',
    'ldap:x',
    'OIDC:y',
    ' (x) ',
  ]
  const people: Readonly<Record<string, readonly string[]>> = {
    cortex: ['mallory-root'],
    alpha: ['mallory-alpha'],
    theirs: ['mallory-theirs', ...reserved],
  }
  const keyOf = (login: string) => `key-of-${login}`.padEnd(40, '0')
  const cortex: Handler = ({ path }) => {
    if (path === '/api/user/current') return { organization: 'cortex', roles: ['superadmin'] }
    if (path === '/api/organization') return Object.keys(people).map((name) => ({ name }))
    const [, organization = ''] = /^\/api\/organization\/(.*)\/user$/.exec(path) ?? []
    const roles = ['read', 'analyze', 'orgadmin', 'superadmin']
    return people[organization]?.map((id) => ({ id, name: id, roles, hasKey: true })) ?? []
  }
  const carried = async (options: Partial<ImportOptions>) => {
    const app = await makeApp(open)
    const { url } = await fakeServer((request, response) => {
      const [, login] = /^\/api\/user\/(.*)\/key$/.exec(request.path) ?? []
      if (login === undefined || login === 'current') return cortex(request, response)
      return void response.end(keyOf(decodeURIComponent(login)))
    })
    const context = contextOf(app, url, options)
    await importCortex({ ...context, enable: async () => 'here' })
    const users = await app.deps.db
      .selectFrom('users')
      .select(['login', 'organization', 'roles', 'key_hash'])
      .where('created_by', '=', '(import)')
      .orderBy('login')
      .execute()
    const opens = async (login: string) => {
      const headers = { authorization: `Bearer ${keyOf(login)}` }
      const { statusCode } = await app.inject({ url: '/api/user/current', headers })
      return statusCode === 200
    }
    return { users, opens, report: context.report }
  }
  const orgadmin = JSON.stringify(['read', 'analyze', 'orgadmin'])

  it('become no superadmins, and none has a name of the program', async () => {
    const { users, report } = await carried({})

    expect(users).toEqual([
      { login: 'mallory-alpha', organization: 'alpha', roles: orgadmin, key_hash: null },
      { login: 'mallory-theirs', organization: 'theirs', roles: orgadmin, key_hash: null },
    ])
    const told = report.left.map(({ what, count }) => `${count} ${what}`)
    expect(told).toContain('1 superadmins')
    expect(told).toContain(`${reserved.length} users with an invalid login`)
  })

  it('open with their keys what came with them, and nothing that was here before', async () => {
    const { opens, users } = await carried({ apiKeys: true })

    expect(await opens('mallory-theirs')).toBe(true)
    expect(await opens('mallory-alpha')).toBe(false)
    expect(users.some(({ organization }) => organization === 'cortex')).toBe(false)
  })

  it('get what is requested', async () => {
    const organizations = ['cortex', 'alpha']
    const { opens } = await carried({ apiKeys: true, superadmins: true, organizations })

    expect(await opens('mallory-root')).toBe(true)
    expect(await opens('mallory-alpha')).toBe(true)
  })
})

describe.each(databases)('$name: cases of a hostile TheHive', ({ open }) => {
  const max = Number.MAX_SAFE_INTEGER
  const long = 'long '.repeat(20_000)
  const odd = 'a\0b\ud800c\u202ed\u001b[2J'
  const author = {
    _createdBy: '(settings)',
    _updatedBy: 'ldap:corp',
    _createdAt: 1,
    _updatedAt: max,
  }
  const things: Readonly<Record<string, readonly object[]>> = {
    listOrganisation: [],
    listUser: [],
    listCustomField: [
      { name: '__proto__', type: 'string' },
      { name: 'constructor', type: 'string', options: [odd] },
      { name: long, type: 'string' },
    ],
    listObservableType: [{ name: long }, { name: '../../etc' }],
    listCaseTemplate: [
      { name: 'template', severity: max, tags: [odd, long], tasks: [{ title: long }] },
    ],
    listCase: [
      {
        ...{
          _id: '~1',
          number: max,
          title: long,
          description: odd,
          severity: -max,
          tlp: max,
          ...author,
        },
        ...{
          tags: Array.from({ length: 5_000 }, (_, n) => `tag ${n}`),
          assignee: '(command line)',
        },
        ...{
          startDate: max,
          endDate: -1,
          customFields: [{ name: '__proto__', value: { polluted: 1 } }],
        },
      },
      { _id: '../../case', number: 7, title: 7, description: {}, status: long, ...author },
      { _id: long, number: 8, title: 'an id that is too long', ...author },
    ],
    listAlert: [
      { _id: '~2', type: 't', source: 's', sourceRef: 'x'.repeat(100_000), title: odd, ...author },
      { _id: '~3', type: 't', source: 's', sourceRef: odd, title: odd, date: max, ...author },
    ],
    tasks: [
      { _id: '~4', title: long, group: long, status: 'None', order: max, dueDate: max, ...author },
    ],
    logs: [{ _id: '~5', message: odd, owner: 'init', date: max }],
    observables: [
      { _id: '~6', dataType: long, data: 'x', ...author },
      {
        _id: '~7',
        dataType: 'other',
        data: `${odd} ${long}`,
        reports: { a: { b: odd } },
        ...author,
      },
    ],
    comments: [{ _id: '~8', message: odd, ...author }],
  }
  const hive: Handler = ({ path, input }) => {
    if (path === '/api/v1/user/current') return { organisation: 'theirs', profile: 'org-admin' }
    if (path !== '/api/v1/query') return undefined
    const steps = input.query as { _name: string; from?: number }[]
    const page = steps.find(({ _name }) => _name === 'page')
    if (!page) return 1
    const name = steps.map(({ _name }) => _name).findLast((one) => one in things) ?? ''
    return page.from === 0 ? (things[name] ?? []) : []
  }

  it('are imported as far as possible, and leave the rest as it was', async () => {
    const app = await makePlatformApp(open)
    const { url } = await fakeServer(hive)
    const context = contextOf(app, url, {})

    await importTheHive(context)

    const { db } = app.deps
    const found = await db.selectFrom('cases').selectAll().orderBy('number').execute()
    expect(found.map(({ title }) => title.length)).toEqual([512, 0])
    for (const table of [
      'cases',
      'alerts',
      'tasks',
      'task_logs',
      'observables',
      'comments',
    ] as const) {
      const rows = await db
        .selectFrom(table as 'cases')
        .selectAll()
        .execute()
      expect(rows.length, table).toBeGreaterThan(0)
      for (const row of rows)
        expect(row).toMatchObject({ organization: 'theirs', created_by: '(import)' })
      const moments = rows.flatMap((row) =>
        Object.values(row).filter((one) => Number(one) > 8.64e15),
      )
      expect(
        moments.filter((one) => one !== max),
        table,
      ).toEqual([])
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(context.report.left.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'cases without an id',
        'alerts without a type, source or reference, or with one that is too long',
        'titles of more than 512 characters',
        'case numbers already in use here',
      ]),
    )
    // The case numbers of all organizations continue.
    const made = await app.as('analyze').createCaseV1({ title: 'Next', description: 'd' })
    expect(made.number).toBeLessThan(1_000)
    // Any user of that organization can see all of it.
    await db
      .updateTable('users')
      .set({ organization: 'theirs' })
      .where('login', '=', 'bob')
      .execute()
    app.deps.bus.changeAccess({})
    for (const _name of [
      'listCase',
      'listAlert',
      'listTask',
      'listLog',
      'listObservable',
      'listCaseTemplate',
      'listCustomField',
    ])
      for (const version of ['v0', 'v1']) {
        const payload = { query: [{ _name }, { _name: 'page', from: 0, to: 100 }] }
        const options = {
          as: 'stranger',
          method: 'POST',
          url: `/api/${version}/query`,
          payload,
        } as const
        expect((await app.inject(options)).statusCode, `${version} ${_name}`).toBe(200)
      }
    for (const { id } of found)
      for (const part of ['', '/timeline', '/links'])
        expect(
          (await app.inject({ as: 'stranger', url: `/api/case/${id}${part}` })).statusCode,
        ).toBe(200)
  })
})

describe('what the command prints', () => {
  it('moves no cursor, changes no color and hides nothing', async () => {
    const hostile = 'a\u001b[2J\u009b31m\rb\u202e\u0007\u200b'
    const shown: string[] = []
    const spy = vi
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => shown.push(String(text)) > 0)
    atEnd(() => spy.mockRestore())
    const { report, left, carried } = startReport({
      from: 'Cortex',
      url: 'u',
      version: hostile,
      dryRun: false,
    })
    left(hostile, hostile, hostile, hostile)
    carried(hostile, 'jobs')
    const program = new Command().exitOverride()
    const answer = async (request: { onProgress(line: string): void }): Promise<ImportReport> => {
      request.onProgress(hostile)
      return report
    }
    addImport(program, { cortex: answer, thehive: answer }, (line) => void shown.push(line))

    await program.parseAsync(['node', 'assay', 'import', 'cortex', '--url', 'u', '--key', 'k'])

    const text = shown.join('')
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(text).toContain('a⟨U+001B⟩[2J⟨U+009B⟩31m⟨U+000D⟩b⟨U+202E⟩')
  })
})
