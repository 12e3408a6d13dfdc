import { stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSocket } from './forms.ts'
import { sharedByTests } from './lifetime.ts'
import { emptyPlaces } from './places.ts'
import { dataFolder, loopback, newDataFolder, run, type Server, start } from './program.ts'

const key = 'a-key-of-the-first-user-0123456789abcdef'
const firstUser = {
  login: 'first',
  name: 'First',
  password: 'first-password',
  key,
  roles: ['superadmin'],
}

async function makeFirstUser(server: Server): Promise<void> {
  const response = await server.call('POST', '/api/user', { input: firstUser })
  if (response.status !== 201) throw new Error(`no first user: ${await response.text()}`)
}

const portOf = ({ address }: Server) => Number(new URL(address).port)

describe.each(emptyPlaces)('the program on $database', ({ settings }) => {
  /** One installation: prepared, started, stopped, started again, killed, and started once more. */
  const life = sharedByTests(async () => {
    const environment = await settings()
    const migrated = await run(environment, ['migrate']).ended
    const again = await run(environment, ['migrate']).ended

    const first = await start(environment)
    const health = await first.call('GET', '/api/health')
    // As through a proxy, so the token counts and not the local address.
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const without = await first.call('POST', '/api/user', { input: firstUser, headers })
    const withToken = await first.call('POST', '/api/user', {
      input: firstUser,
      headers: { ...headers, 'x-setup-token': first.setupToken ?? '' },
    })
    const made = await first.call('GET', '/api/user/current', { key })
    const stopped = await first.stop()

    const second = await start(environment)
    const current = await second.call('GET', '/api/user/current', { key })
    const login = await second.call('POST', '/api/login', {
      input: { user: 'first', password: 'first-password' },
    })
    const apiKey = await second.call('GET', '/api/user/first/key', { key })
    const other = await second.call('POST', '/api/user', {
      input: { ...firstUser, login: 'second' },
      headers: { 'x-setup-token': first.setupToken ?? '' },
    })
    const acknowledged = new Set<string>()
    const create = async (name: string) => {
      const input = { name, description: 'x' }
      const response = await second.call('POST', '/api/organization', { key, input })
      if (response.status === 201) acknowledged.add(name)
      if (acknowledged.size === 60) second.child.kill('SIGKILL')
    }
    const names = Array.from({ length: 200 }, (_, index) => `org-${index}`)
    await Promise.allSettled(names.map(create))
    const killed = await second.ended

    const third = await start(environment)
    const listed = await third.call('GET', '/api/organization?range=all', { key })
    const found = ((await listed.json()) as { id: string }[]).map(({ id }) => id)
    await third.stop()
    return {
      prepared: { migrated, again, health: health.status },
      begun: {
        address: first.address,
        statuses: [without.status, withToken.status],
        current: await made.json(),
        stopped,
      },
      kept: {
        statuses: [current.status, login.status, other.status],
        apiKey: await apiKey.text(),
      },
      killed: { ...killed, acknowledged, found },
    }
  })

  it('prepares the database apart from a start', async () => {
    const { prepared } = await life()

    expect(prepared.migrated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Applied 0001-/),
    })
    expect(prepared.again).toMatchObject({ code: 0, stdout: 'No pending migrations.\n' })
    expect(prepared.health).toBe(200)
  })

  it('prints its address, and a set-up link while there is no user', async () => {
    const { begun } = await life()

    expect(begun.address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect(begun.statuses).toEqual([401, 201])
    expect(begun.current).toMatchObject({ id: 'first', roles: ['superadmin'] })
    expect(begun.stopped).toMatchObject({ code: 0, signal: null })
  })

  it('keeps its data over a stop, and prints no link when a user exists', async () => {
    const { begun, kept, killed } = await life()

    expect(kept.statuses).toEqual([200, 200, 401])
    expect(kept.apiKey).toBe(key)
    expect(begun.stopped.stdout).toContain('token=')
    expect(killed.stdout).not.toMatch(/token=|No user/)
  })

  it('keeps what it acknowledged when it is killed', async () => {
    const { killed } = await life()

    expect(killed.signal).toBe('SIGKILL')
    expect(killed.acknowledged.size).toBeGreaterThanOrEqual(60)
    expect([...killed.acknowledged].filter((name) => !killed.found.includes(name))).toEqual([])
  })
})

describe('a stop', () => {
  /** So only a request that never ends could be given up, however busy the machine is. */
  const patient = { ASSAY_HTTP_STOPTIMEOUT: '10m' }

  /** A signal is an echo for a second: of this clock, which on a busy machine is long enough. */
  const slowClock = `data:text/javascript,${encodeURIComponent(
    'const now = performance.now.bind(performance); performance.now = () => now() / 1000',
  )}`

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

  it('lets a slow request finish, whatever else stays connected, and takes no new connections', async () => {
    const server = await start({ ...patient, ASSAY_DATA_DIR: await dataFolder() })
    await makeFirstUser(server)
    const slow = await halfLogin(server)
    const silent = await openSocket(portOf(server))

    server.child.kill('SIGTERM')
    await silent.answer
    await expect
      .poll(() =>
        openSocket(portOf(server)).then(
          () => 'taken',
          (error) => String(error),
        ),
      )
      .toContain('ECONNREFUSED')
    slow.finish()
    const answer = await slow.answer
    const ended = await server.ended

    expect(answer).toMatch(/^HTTP\/1.1 100 .*HTTP\/1.1 200 .*set-cookie: CORTEX_SESSION=/is)
    expect(answer).toMatch(/\{"id":"first","name":"First","roles":\["superadmin"\]\}$/)
    expect(ended).toMatchObject({ code: 0, signal: null })
  })

  it('does not wait forever, and not at all for a second signal', async () => {
    const limited = await start({
      ASSAY_DATA_DIR: await dataFolder(),
      ASSAY_HTTP_STOPTIMEOUT: '1s',
    })
    const impatient = await start({ ...patient, ASSAY_DATA_DIR: await dataFolder() })
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
    const server = await start({
      ...patient,
      ASSAY_DATA_DIR: await dataFolder(),
      NODE_OPTIONS: `--import=${slowClock}`,
    })
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

  it('by SIGTERM as soon as it is ready ends well', async () => {
    const server = await start({ ASSAY_DATA_DIR: await dataFolder() })

    server.child.kill('SIGTERM')

    expect(await server.ended).toMatchObject({ code: 0, signal: null })
  })
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

  /** On a folder that does not exist yet, with settings from a file, ended by SIGINT at once. */
  const fromFile = sharedByTests(async () => {
    const folder = await newDataFolder()
    const file = join(dirname(folder), 'assay.yaml')
    await writeFile(
      file,
      `http:\n  publicUrl: https://assay.example.org/\ndata:\n  dir: ${folder}\n`,
    )

    const program = run(loopback, ['--config', file])
    await program.shows('stdout', 'https://assay.example.org/#/setup?token=')
    program.child.kill('SIGINT')
    return { folder, ended: await program.ended }
  })

  it('come from a file, and the public address is the one that is printed', async () => {
    const { ended } = await fromFile()

    expect(ended.stdout).toContain('ready at https://assay.example.org')
  })

  it('name a folder that is made, with its key, invisible to others', async () => {
    const { folder } = await fromFile()

    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    expect(await modeOf(folder)).toBe(0o700)
    expect(await modeOf(join(folder, 'master.key'))).toBe(0o600)
  })

  it('hold until a SIGINT, which ends well as soon as the program is ready', async () => {
    expect((await fromFile()).ended).toMatchObject({ code: 0, signal: null })
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
