import { stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openSocket } from './forms.ts'
import { emptyPlaces } from './places.ts'
import { dataFolder, newDataFolder, run, type Server, start } from './program.ts'

const key = 'a-key-of-the-first-user-0123456789abcdef'
const first = {
  login: 'first',
  name: 'First',
  password: 'first-password',
  key,
  roles: ['superadmin'],
}

async function makeFirstUser(server: Server): Promise<void> {
  const response = await server.call('POST', '/api/user', { input: first })
  if (response.status !== 201) throw new Error(`no first user: ${await response.text()}`)
}

const portOf = ({ address }: Server) => Number(new URL(address).port)

describe.each(emptyPlaces)('the program on $database', ({ settings }) => {
  it('prints its address, and a set-up link while nobody exists', async () => {
    const environment = await settings()
    const server = await start(environment)
    // As through a proxy, so that the token counts and not the nearness.
    const headers = { 'x-forwarded-for': '192.0.2.1' }

    const without = await server.call('POST', '/api/user', { input: first, headers })
    const withToken = await server.call('POST', '/api/user', {
      input: first,
      headers: { ...headers, 'x-setup-token': server.setupToken ?? '' },
    })
    const current = await server.call('GET', '/api/user/current', { key })
    const ended = await server.stop()

    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect(without.status).toBe(401)
    expect(withToken.status).toBe(201)
    expect(await current.json()).toMatchObject({ id: 'first', roles: ['superadmin'] })
    expect(ended).toMatchObject({ code: 0, signal: null })
  })

  it('keeps its data over a stop, and prints no link when somebody exists', async () => {
    const environment = await settings()
    const before = await start(environment)
    await makeFirstUser(before)
    const stopped = await before.stop()

    const after = await start(environment)
    const current = await after.call('GET', '/api/user/current', { key })
    const login = await after.call('POST', '/api/login', {
      input: { user: 'first', password: 'first-password' },
    })
    const apiKey = await after.call('GET', '/api/user/first/key', { key })
    const again = await after.call('POST', '/api/user', {
      input: { ...first, login: 'second' },
      headers: { 'x-setup-token': before.setupToken ?? '' },
    })
    const ended = await after.stop()

    expect([current.status, login.status, again.status]).toEqual([200, 200, 401])
    expect(await apiKey.text()).toBe(key)
    expect(stopped.stdout).toContain('token=')
    expect(ended.stdout).not.toMatch(/token=|No user/)
    expect(ended.code).toBe(0)
  })

  it('keeps what it acknowledged when it is killed', async () => {
    const environment = await settings()
    const killed = await start(environment)
    await makeFirstUser(killed)
    const acknowledged = new Set<string>()
    const create = async (name: string) => {
      const input = { name, description: 'x' }
      const response = await killed.call('POST', '/api/organization', { key, input })
      if (response.status === 201) acknowledged.add(name)
      if (acknowledged.size === 60) killed.child.kill('SIGKILL')
    }

    const names = Array.from({ length: 200 }, (_, index) => `org-${index}`)
    await Promise.allSettled(names.map(create))
    const { signal } = await killed.ended
    const restarted = await start(environment)
    const listed = await restarted.call('GET', '/api/organization?range=all', { key })

    expect(signal).toBe('SIGKILL')
    expect(acknowledged.size).toBeGreaterThanOrEqual(60)
    const found = ((await listed.json()) as { id: string }[]).map(({ id }) => id)
    expect([...acknowledged].filter((name) => !found.includes(name))).toEqual([])
  })

  it('makes its folder and its key for nobody else to see', async () => {
    const environment = await settings()
    await start(environment)

    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    expect(await modeOf(environment.ASSAY_DATA_DIR)).toBe(0o700)
    expect(await modeOf(join(environment.ASSAY_DATA_DIR, 'master.key'))).toBe(0o600)
  })

  it('prepares the database apart from a start', async () => {
    const environment = await settings()

    const migrated = await run(environment, ['migrate']).ended
    const again = await run(environment, ['migrate']).ended
    const server = await start(environment)

    expect(migrated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Applied 0001-/) })
    expect(again).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' })
    expect((await server.call('GET', '/api/health')).status).toBe(200)
  })
})

describe('a stop', () => {
  /** A login whose body is half sent, and known to have reached the server. */
  async function halfLogin(server: Server) {
    const body = JSON.stringify({ user: 'first', password: 'first-password' })
    const { socket, answer } = await openSocket(portOf(server))
    const continued = new Promise((resolve) => socket.once('data', resolve))
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await continued
    socket.write(body.slice(0, 10))
    return { answer, finish: () => socket.write(body.slice(10)) }
  }

  it('lets a slow request finish, whatever else stays connected', async () => {
    const server = await start({ ASSAY_DATA_DIR: await dataFolder() })
    await makeFirstUser(server)
    const slow = await halfLogin(server)
    const silent = await openSocket(portOf(server))

    server.child.kill('SIGTERM')
    await silent.answer
    slow.finish()
    const answer = await slow.answer
    const ended = await server.ended

    expect(answer).toMatch(/^HTTP\/1.1 100 .*HTTP\/1.1 200 .*set-cookie: CORTEX_SESSION=/is)
    expect(answer).toMatch(/\{"id":"first","name":"First","roles":\["superadmin"\]\}$/)
    expect(ended).toMatchObject({ code: 0, signal: null })
  })

  it('takes no new connections meanwhile', async () => {
    const server = await start({ ASSAY_DATA_DIR: await dataFolder() })
    await makeFirstUser(server)
    const slow = await halfLogin(server)
    server.child.kill('SIGTERM')
    await server.shows('stderr', 'stopping')

    const connecting = () => openSocket(portOf(server))

    await vi.waitFor(() => expect(connecting()).rejects.toThrow(/ECONNREFUSED/), 15_000)
    slow.finish()
    expect((await server.ended).code).toBe(0)
  })

  it('does not wait for ever, and not at all for a second signal', async () => {
    const limited = await start({
      ASSAY_DATA_DIR: await dataFolder(),
      ASSAY_HTTP_STOPTIMEOUT: '1s',
    })
    const impatient = await start({ ASSAY_DATA_DIR: await dataFolder() })
    await halfLogin(limited)
    await halfLogin(impatient)

    const limitedEnd = limited.stop()
    impatient.child.kill('SIGTERM')
    await impatient.shows('stderr', 'stopping')
    impatient.child.kill('SIGINT')

    expect((await limitedEnd).code).toBe(1)
    expect((await impatient.ended).code).toBe(1)
  })

  it('takes Ctrl-C that npm repeats, and the end of the terminal, for the one signal that it is', async () => {
    const server = await start({ ASSAY_DATA_DIR: await dataFolder() })
    await makeFirstUser(server)
    const slow = await halfLogin(server)

    server.child.kill('SIGINT')
    server.child.kill('SIGINT')
    await server.shows('stderr', 'stopping')
    server.child.kill('SIGINT')
    server.child.kill('SIGHUP')
    slow.finish()

    expect(await slow.answer).toMatch(/HTTP\/1.1 200 /)
    expect(await server.ended).toMatchObject({ code: 0, signal: null })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s as soon as it is ready ends well',
    async (signal) => {
      const server = await start({ ASSAY_DATA_DIR: await dataFolder() })

      server.child.kill(signal)

      expect(await server.ended).toMatchObject({ code: 0, signal: null })
    },
  )
})

describe('settings', () => {
  it('make the first user at a start, and then print no link', async () => {
    const environment = {
      ASSAY_DATA_DIR: await dataFolder(),
      ASSAY_BOOTSTRAP_LOGIN: 'boss',
      ASSAY_BOOTSTRAP_PASSWORD: 'boss-password',
      ASSAY_BOOTSTRAP_KEY: key,
    }
    const server = await start(environment)

    const login = await server.call('POST', '/api/login', {
      input: { user: 'boss', password: 'boss-password' },
    })
    const current = await server.call('GET', '/api/user/current', { key })
    const { stdout, stderr } = await server.stop()

    expect(login.status).toBe(200)
    expect(await current.json()).toMatchObject({ organization: 'cortex', roles: ['superadmin'] })
    expect(stdout).not.toContain('token=')
    expect(stdout + stderr).not.toMatch(/boss-password|a-key-of/)
  })

  it('come from a file, and the public address is the one that is printed', async () => {
    const folder = await newDataFolder()
    const file = join(dirname(folder), 'assay.yaml')
    await writeFile(
      file,
      `http:\n  publicUrl: https://assay.example.org/\ndata:\n  dir: ${folder}\n`,
    )

    const program = run({ ASSAY_HTTP_HOST: '127.0.0.1', ASSAY_HTTP_PORT: '0' }, ['--config', file])
    await program.shows('stdout', 'https://assay.example.org/#/setup?token=')

    expect(program.stdout()).toContain('ready at https://assay.example.org')
  })

  it('are printed by `assay config`, without their secrets', async () => {
    const { code, stdout, stderr } = await run(
      {
        ASSAY_DATABASE_URL: 'postgres://dbuser:dbsecret@127.0.0.1:5432/assay?password=dbsecret',
        ASSAY_SECRET_KEY: 'mastersecretmastersecretmastersecret',
        ASSAY_BOOTSTRAP_LOGIN: 'boss',
        ASSAY_BOOTSTRAP_PASSWORD: 'boss-secret',
        ASSAY_BOOTSTRAP_KEY: 'key-secret-key-secret-key-secret-key',
        ASSAY_HTTP_PORT: '9002',
      },
      ['config'],
    ).ended

    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain('secretmaster')
    expect(stdout + stderr).not.toMatch(/dbsecret|boss-secret|key-secret/)
    expect(stdout).toMatch(/^database\.url +postgres:\/\/dbuser:\*+@127\.0\.0\.1:5432\/assay /m)
    expect(stdout).toMatch(/^http\.port +9002 +\(environment ASSAY_HTTP_PORT\)$/m)
    expect(stdout).toMatch(/^bootstrap\.login +boss /m)
    expect(stdout).toMatch(/^session\.inactivity +1h? .*\(default\)$/m)
    for (const name of ['secret.key', 'bootstrap.password', 'bootstrap.key'])
      expect(stdout).toMatch(new RegExp(`^${name.replace('.', '\\.')} +\\*+ `, 'm'))
  })
})
