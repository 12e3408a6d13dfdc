import { describe, expect, it } from 'vitest'
import { browserOf, signIn } from '../api/browser.ts'
import { sqlite } from '../echo.ts'
import { dataFolder, loopback, run } from '../program.ts'
import { makeApp } from '../setup.ts'

const { open } = sqlite
const names = ['CORTEX_SESSION', 'CORTEX-XSRF-TOKEN', 'ASSAY_DEVICE']

async function cookiesWith(environment: Record<string, string>, headers = {}) {
  const app = await makeApp(open, { environment })
  const payload = { user: 'ada', password: 'ada-password' }
  const answer = await app.inject({ method: 'POST', url: '/api/login', payload, headers })
  return { app, answer, secure: answer.cookies.map(({ secure }) => secure === true) }
}

describe('cookies', () => {
  it('are for TLS only when the public address is https, whatever the proxy says', async () => {
    const { answer, secure } = await cookiesWith({
      ASSAY_HTTP_PUBLICURL: 'https://soc.example.org',
    })

    expect(answer.cookies.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(secure).toEqual([true, true, true])
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('stay so when they are sent again', async () => {
    const app = await makeApp(open, {
      environment: { ASSAY_HTTP_PUBLICURL: 'https://soc.example.org' },
    })
    const { cookie } = await browserOf(app, 'ada')

    const { cookies } = await app.inject({ url: '/api/user/current', headers: { cookie } })

    expect(cookies.length).toBe(2)
    expect(cookies.every(({ secure }) => secure === true)).toBe(true)
  })

  it('are for TLS only when a trusted proxy says that the browser uses it', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.5' }
    const trusted = await cookiesWith({ ASSAY_HTTP_TRUSTPROXY: '127.0.0.1' }, forwarded)
    const claimed = await cookiesWith({}, forwarded)

    expect(trusted.secure).toEqual([true, true, true])
    expect(claimed.secure).toEqual([false, false, false])
  })

  it.each([
    ['https://soc.example.org/assay', '/assay'],
    ['https://soc.example.org/tools/assay/', '/tools/assay'],
    ['https://soc.example.org', '/'],
    ['https://soc.example.org//assay', '/assay'],
    ['https://soc.example.org/a;b', '/'],
  ])('of %s are for %s only, sent, sent again, and taken back', async (publicUrl, path) => {
    const { app, answer } = await cookiesWith({ ASSAY_HTTP_PUBLICURL: publicUrl })
    const { cookie } = await browserOf(app, 'ada')
    const again = await app.inject({ url: '/api/user/current', headers: { cookie } })
    const out = await app.inject({ url: '/api/logout', headers: { cookie } })

    for (const { cookies, statusCode } of [answer, again, out]) {
      expect(statusCode).toBeLessThan(300)
      expect(cookies.length).toBeGreaterThan(1)
      expect(new Set(cookies.map((one) => one.path))).toEqual(new Set([path]))
    }
  })

  it('work without TLS where nothing speaks of it', async () => {
    const { secure, answer } = await cookiesWith({ ASSAY_HTTP_PUBLICURL: 'http://soc.example.org' })

    expect(secure).toEqual([false, false, false])
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })

  it('that recognise a device are out of reach for scripts and other sites', async () => {
    const app = await makeApp(open)

    const { cookies } = await signIn(app, 'ada')

    expect(cookies.find(({ name }) => name === 'ASSAY_DEVICE')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 180 * 24 * 3600,
    })
  })
})

describe('a start with a public address under https', () => {
  const startedWith = async (settings: Record<string, string>) => {
    const ASSAY_DATA_DIR = await dataFolder()
    const program = run({ ASSAY_DATA_DIR, ...loopback, ...settings })
    await program.shows('stdout', ' is ready at ')
    program.child.kill('SIGTERM')
    const { stderr } = await program.ended
    return stderr.split('\n').filter((line) => line.includes('http.trustProxy'))
  }
  const publicUrl = { ASSAY_HTTP_PUBLICURL: 'https://soc.example.org' }

  it('warns once when no proxy is trusted, and names the setting', async () => {
    expect(await startedWith(publicUrl)).toHaveLength(1)
  })

  it.each([
    ['one is trusted', { ...publicUrl, ASSAY_HTTP_TRUSTPROXY: '127.0.0.1' }],
    ['there is no TLS', { ASSAY_HTTP_PUBLICURL: 'http://soc.example.org' }],
  ])('says nothing when %s', async (_what, settings) => {
    expect(await startedWith(settings)).toEqual([])
  })
})
