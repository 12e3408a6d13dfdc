import { readdir, readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { atTheEnd, keyOf, passwordOf, startTarget, type Target } from './target.ts'
import { foundIn, givenTwoOrganizations, givenUser, until } from './work.ts'

const token = 'T0K3N-in-the-address-of-a-hook-5521'
const later = 'T0K3N-of-a-changed-address-5522'

describe('finding 10: streams and webhooks', () => {
  const cleanup = atTheEnd()
  let target: Target

  beforeAll(async () => {
    target = await startTarget({ cleanup })
    await givenTwoOrganizations(target)
  })

  /** Listens to the organization; knows what came and when it was ended. */
  async function listen(headers: Record<string, string>, path = '/api/events') {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${target.address}${path}`, { headers, agent: false }, resolve).on('error', reject)
    })
    onTestFinished(() => void response.destroy())
    let heard = ''
    let hasEnded = false
    response.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    const end = () => {
      hasEnded = true
    }
    response.on('end', end).on('close', end).on('error', end)
    return { status: response.statusCode, heard: () => heard, hasEnded: () => hasEnded }
  }
  const byKey = (login: string) => ({ authorization: `Bearer ${keyOf(login)}` })

  it('the address of a webhook reaches only its administrators, and no disk in clear', async () => {
    const reader = await listen(byKey('rita'))
    const analyst = await listen(byKey('alan'))
    const poll = await target.must(200, 'POST', '/api/stream', { as: 'alan' })
    const json = {
      name: 'chat',
      url: `https://user.example.org/services/${token}`,
      secret: 'a secret of sixteen letters',
    }
    const made = await target.must(201, 'POST', '/api/webhook', { as: 'ada', json })
    const hook = `/api/webhook/${made.json.id}`
    await target.must(200, 'PATCH', hook, {
      as: 'ada',
      json: { url: `https://user.example.org/${later}?key=${token}`, enabled: false },
    })
    await target.must(204, 'POST', `${hook}/test`, { as: 'ada' })
    const shown = await target.must(200, 'GET', hook, { as: 'ada' })
    await target.must(204, 'DELETE', hook, { as: 'ada' })
    // An event that all receive, to know that all before it were sent.
    await target.must(201, 'POST', '/api/case', {
      as: 'alan',
      json: { title: 'the last word', description: 'd' },
    })
    for (const { heard } of [reader, analyst])
      await until(
        'the stream has it all',
        async () => heard(),
        (text) => text.includes('the last word'),
      )

    const polled = await target
      .call('GET', `/api/stream/${poll.text.replaceAll('"', '')}`, {
        as: 'alan',
        deadlineMs: 3_000,
      })
      .then(({ text }) => text)
      .catch(() => 'nothing came')
    const all = reader.heard() + analyst.heard() + polled + target.shown()
    expect(foundIn(all, [token, later, 'user.example.org'])).toEqual([])
    expect(shown.json.url).toContain(later)
    const kept = { name: 'kept', url: `https://user.example.org/kept/${token}` }
    await target.must(201, 'POST', '/api/webhook', { as: 'ada', json: kept })
    await target.must(201, 'POST', '/api/case', {
      as: 'alan',
      json: { title: 'makes a delivery', description: 'd' },
    })
    expect(foundIn(await everythingStored(), [token, later])).toEqual([])
  })

  /** Every byte of the data folder. */
  async function everythingStored(): Promise<string> {
    const names = await readdir(target.data, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile())
    const texts = files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1'))
    return (await Promise.all(texts)).join('\n')
  }

  const takings = [
    {
      what: 'a lock',
      take: (user: string) =>
        target.must(200, 'PATCH', `/api/user/${user}`, { as: 'ada', json: { status: 'Locked' } }),
    },
    {
      what: 'a deletion',
      take: (user: string) => target.must(204, 'DELETE', `/api/user/${user}`, { as: 'ada' }),
    },
    {
      what: 'the loss of all roles',
      take: (user: string) =>
        target.must(200, 'PATCH', `/api/user/${user}`, { as: 'ada', json: { roles: [] } }),
    },
    {
      what: 'a new key',
      take: (user: string) =>
        target.must(200, 'POST', `/api/user/${user}/key/renew`, { as: 'ada' }),
    },
    {
      what: 'the loss of the key',
      take: (user: string) => target.must(200, 'DELETE', `/api/user/${user}/key`, { as: 'ada' }),
    },
  ]

  it.each(takings)('$what ends the streams at once', async ({ take }) => {
    const user = `user-${Math.random().toString(36).slice(2)}`
    await givenUser(target, user, 'alpha', ['read', 'analyze'])
    const stream = await listen(byKey(user))
    expect(stream.status).toBe(200)

    await take(user)
    const json = { title: `secret of alpha after ${user}`, description: 'd' }
    await target.must(201, 'POST', '/api/case', { as: 'alan', json })

    await until(
      'the stream ends',
      async () => stream.hasEnded(),
      (isSo) => isSo,
    )
    expect(foundIn(stream.heard(), [`secret of alpha after ${user}`])).toEqual([])
  })

  it('a session that is over hears nothing more', async () => {
    const user = `user-${Math.random().toString(36).slice(2)}`
    await givenUser(target, user, 'alpha', ['read', 'analyze'])
    const { headers } = await target.must(200, 'POST', '/api/login', {
      json: { user, password: passwordOf(user) },
    })
    const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
    const stream = await listen({ cookie })
    expect(stream.status).toBe(200)

    await target.must(204, 'POST', `/api/user/${user}/password/set`, {
      as: 'ada',
      json: { password: 'another one 8' },
    })
    await target.call('GET', '/api/logout', { headers: { cookie } })

    await until(
      'the stream ends',
      async () => stream.hasEnded(),
      (isSo) => isSo,
    )
  })

  it('a locked organization hears nothing more', async () => {
    await target.must(201, 'POST', '/api/organization', {
      as: 'root',
      json: { name: 'gamma', description: 'g' },
    })
    await givenUser(target, 'gina', 'gamma')
    const stream = await listen(byKey('gina'))

    await target.must(200, 'PATCH', '/api/organization/gamma', {
      as: 'root',
      json: { status: 'Locked' },
    })

    await until(
      'the stream ends',
      async () => stream.hasEnded(),
      (isSo) => isSo,
    )
  })
})
