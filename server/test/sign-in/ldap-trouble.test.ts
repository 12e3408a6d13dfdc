import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Finding } from '../../src/commands/doctor/command.ts'
import { examine } from '../../src/commands/doctor/examine.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { sqlite } from '../databases.ts'
import { passwordOf as localPassword, makeApp, type TestApp } from '../setup.ts'
import {
  baseDn,
  enter,
  environmentOf,
  groups,
  passwordOf,
  reader,
  settingsOf,
  startDirectory,
} from './directory.ts'

describe('a directory that is none', () => {
  const startWith = async (talk: (socket: Socket) => void, timeout: string) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      talk(socket)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`
    const directory = { name: 'corp', urls: [url], ...reader, baseDn, groups }
    const environment = environmentOf(directory, { ASSAY_AUTH_LDAP_TIMEOUT: timeout })
    return await makeApp(sqlite.open, { environment })
  }

  const signInAs = async (app: TestApp, index: number) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { user: `somebody-${index}`, password: 'secret' },
        remoteAddress: `192.0.2.${index}`,
      })
    ).statusCode

  it('is waited for no longer than the settings say', async () => {
    const app = await startWith((socket) => void socket.resume(), '1s')

    expect(await signInAs(app, 1)).toBe(503)
    expect(app.logged()).toContain('no response within')
  })

  it('keeps no local account waiting', async () => {
    const { promise: isAsked, resolve } = Promise.withResolvers<void>()
    const asking = new Set<Socket>()
    const app = await startWith((socket) => {
      asking.add(socket)
      resolve()
      socket.resume()
    }, '1m')
    let answered = 0
    const waiting = Array.from({ length: 20 }, async (_, index) => {
      const status = await signInAs(app, index)
      answered += 1
      return status
    })
    await isAsked

    const local = await enter(app, 'alan', localPassword('alan'))

    expect(local.statusCode).toBe(200)
    expect(answered).toBe(0)
    const hangUp = setInterval(() => {
      for (const socket of asking) socket.destroy()
    }, 20)
    onTestFinished(() => clearInterval(hangUp))
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]))
  })

  it('is not listened to without end', async () => {
    // The beginning of an answer of 2 GiB.
    const head = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff])
    const flood = Buffer.alloc(65_536)
    const app = await startWith((socket) => {
      const pour = () => {
        while (socket.write(flood));
      }
      socket.on('drain', pour)
      socket.once('data', () => {
        socket.write(head)
        pour()
      })
    }, '30s')

    const { statusCode } = await enter(app, 'grace', passwordOf('grace'))

    expect(statusCode).toBe(503)
    expect(app.logged()).toMatch(/response exceeds|no response within/)
  })
})

describe('assay doctor and directories', () => {
  it('says of every server whether it answers, and else which setting is wrong', async () => {
    const ldap = await startDirectory()
    const well = settingsOf(ldap)
    const wrong = {
      'fix urls': { urls: ['ldaps://127.0.0.1:1'] },
      'fix caFile': { caFile: undefined },
      'cannot read caFile of': { caFile: '/nowhere.crt' },
      'fix bindDn': { bindPassword: 'another one' },
      'fix baseDn': { baseDn: 'dc=nowhere' },
      'fix groupSearch': { groupSearch: { baseDn: 'dc=nowhere' } },
    }
    const directories = Object.values(wrong).map((more, index) => ({
      ...well,
      name: `wrong-${index}`,
      ...more,
    }))
    const environment = { ASSAY_ROLES: 'engine,platform', ...environmentOf([well, ...directories]) }

    const found: Finding[] = []
    for await (const finding of examine(() => loadConfig({ environment }))) found.push(finding)

    const told = found.filter(({ what }) => what.startsWith('directory '))
    expect(told[0]).toMatchObject({ is: 'ok', what: 'directory corp' })
    expect(told.slice(1).map(({ is }) => is)).toEqual(directories.map(() => 'problem'))
    for (const [index, words] of Object.keys(wrong).entries())
      expect(`${told[index + 1]?.text} ${told[index + 1]?.remedy}`).toContain(words)
    expect(JSON.stringify(found)).not.toContain(reader.bindPassword)
  })
})

describe('settings of directories', () => {
  const directory = { name: 'corp', urls: ['ldaps://ldap.example.org'], baseDn }
  const problem = (value: unknown, provider = 'local,ldap') => {
    try {
      loadConfig({
        environment: {
          ASSAY_AUTH_PROVIDER: provider,
          ASSAY_AUTH_LDAP_DIRECTORIES: JSON.stringify(value),
        },
      })
      return undefined
    } catch (error) {
      return String(error)
    }
  }

  it.each([
    [{ urls: ['ldap://ldap.example.org'] }, 'startTls'],
    [{ urls: ['https://ldap.example.org'] }, 'urls'],
    [{ urls: [] }, 'urls'],
    [{ startTls: true }, 'startTls applies only to ldap://'],
    [{ bindDn: 'cn=reader' }, 'bindDn and bindPassword'],
    [{ bindDn: 'cn=reader', bindPassword: '' }, 'bindPassword'],
    [{ filter: '(uid=ada)' }, '{login}'],
    [{ filter: '(uid={login}' }, 'filter'],
    [{ groups: { soc: { roles: ['boss'] } } }, 'groups'],
    [{ attributes: { phone: 'x' } }, 'attributes'],
    [{ baseDN: 'x' }, '"baseDN" is unknown'],
  ])('refuses %j and names what is wrong', (more, named) => {
    expect(problem([{ ...directory, ...more }])).toContain(named)
  })

  it('needs directories where they are to be asked, and the other way round', () => {
    expect(problem([directory])).toBeUndefined()
    expect(problem([])).toContain('auth.provider ldap requires')
    expect(problem([directory], 'local')).toContain('requires ldap in auth.provider')
    expect(problem([{ ...directory, urls: ['ldap://x'], startTls: true }])).toBeUndefined()
  })
})
