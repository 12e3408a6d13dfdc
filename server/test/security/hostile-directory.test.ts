import { describe, expect, it } from 'vitest'
import { sqlite } from '../databases.ts'
import { makeApp } from '../setup.ts'
import { baseDn, enter, environmentOf, groups, reader } from '../sign-in/directory.ts'
import {
  type Asked,
  element,
  elements,
  entry,
  message,
  result,
  startHostileDirectory,
  type Talk,
  text,
} from './hostile-directory.ts'
import { listenInside } from './loopback.ts'

const dn = `uid=grace,ou=people,${baseDn}`
const grace = {
  uid: ['grace'],
  cn: ['Grace'],
  memberOf: [`cn=soc,ou=groups,${baseDn}`],
  entryUUID: ['7d1b'],
}

async function start(talk: Talk, more: Record<string, unknown> = {}, timeout = '30s') {
  const directory = await startHostileDirectory(talk)
  const settings = { name: 'corp', urls: [directory.url], ...reader, baseDn, groups, ...more }
  const app = await makeApp(sqlite.open, {
    environment: environmentOf(settings, { ASSAY_AUTH_LDAP_TIMEOUT: timeout }),
  })
  return { app, directory }
}

/** Answers a search with these operations, and says that this was all. */
const found =
  (...operations: Buffer[]): Talk =>
  ({ id, operation }) =>
    operation === 'search'
      ? [...operations, result(0x65, 0)].map((one) => message(id, one))
      : undefined

const searches = (asked: readonly Asked[]) =>
  asked.filter(({ operation }) => operation === 'search')
const binds = (asked: readonly Asked[]) => asked.filter(({ operation }) => operation === 'bind')

describe('a hostile directory', () => {
  // The beginning of a list of 127 bytes, of which there are none.
  const cut = Buffer.from([0x30, 0x7f])
  const flat = (tag: number, ...parts: Buffer[]) =>
    Buffer.concat([Buffer.from([tag, Buffer.concat(parts).length]), ...parts])

  it.each<[string, Talk]>([
    ['an entry whose list leads out of it', found(flat(0x64, text('x'), cut))],
    [
      'an attribute whose values lead out of it',
      found(flat(0x64, text('x'), flat(0x30, flat(0x30, text('uid'), Buffer.from([0x31, 0x7f]))))),
    ],
    ['an entry whose list is a text', found(element(0x64, text('x'), element(0x04, cut)))],
    ['a reference that leads out of it', found(flat(0x73, Buffer.from([0x04, 0x7f])))],
    [
      'a control that leads out of it',
      ({ id }) => [element(0x30, Buffer.from([2, 1, id]), result(0x61, 0), flat(0xa0, cut))],
    ],
    ['what it was not asked', ({ id }) => [message(id, element(0x60, text('')))]],
    ['a length without an end', () => [Buffer.from([0x30, 0x80, 0, 0])]],
    ['a length of nine digits', () => [Buffer.from([0x30, 0x89, 1, 1, 1, 1, 1, 1, 1, 1, 1])]],
    ['a page of the web', () => [Buffer.from('HTTP/1.1 200 OK\r\n\r\n')]],
  ])('that answers with %s is left alone, and the server keeps running', async (_what, talk) => {
    const { app } = await start(talk)

    expect((await enter(app, 'grace', 'secret')).statusCode).toBe(503)
    expect(app.logged()).toContain('invalid LDAP response')
  })

  it('that says thousands of things at once is read one by one', async () => {
    // Of another question; seven bytes each, so thousands arrive in one piece.
    const tiny = Buffer.concat(Array(60_000).fill(Buffer.from([0x30, 5, 2, 1, 99, 0x73, 0])))
    const { app } = await start((asked, socket) =>
      asked.operation === 'search'
        ? [tiny, ...(found(entry(dn, grace))(asked, socket) ?? [])]
        : undefined,
    )

    expect((await enter(app, 'grace', 'secret')).statusCode).toBe(200)
  })

  it('that finds thousands of people for one login lets no one in', async () => {
    const { app, directory } = await start(
      found(...Array.from({ length: 5_000 }, (_, index) => entry(`uid=${index},${dn}`, grace))),
    )

    expect((await enter(app, 'grace', 'secret')).statusCode).toBe(401)
    expect(binds(directory.asked).map((asked) => asked.dn)).toEqual([reader.bindDn])
  })

  it('that never stops finding is not listened to', async () => {
    const { app } = await start(({ id, operation }, socket) => {
      if (operation !== 'search') return undefined
      const page = Buffer.concat(Array(500).fill(message(id, entry(dn, grace))))
      const pour = () => {
        while (socket.write(page));
      }
      socket.on('drain', pour)
      pour()
      return []
    })

    expect((await enter(app, 'grace', 'secret')).statusCode).toBe(503)
    expect(app.logged()).toContain('response exceeds')
  })

  it.each<[string, (elsewhere: string) => Talk]>([
    [
      'a search',
      (url) =>
        ({ id, operation }) =>
          operation === 'search' ? [message(id, result(0x65, 10, [url]))] : undefined,
    ],
    ['an entry', (url) => found(element(0x73, text(url)))],
    [
      'the bind of the service',
      (url) =>
        ({ id, operation }) =>
          operation === 'bind' ? [message(id, result(0x61, 10, [url]))] : undefined,
    ],
    [
      'the bind of a user',
      (url) => (asked, socket) =>
        asked.dn === dn
          ? [message(asked.id, result(0x61, 10, [url]))]
          : found(entry(dn, grace))(asked, socket),
    ],
  ])('that refers to another host for %s sends no password there', async (_what, talk) => {
    const inside = await listenInside()
    const { app } = await start(talk(`ldap://127.0.0.1:${inside.port}/${dn}`))

    expect([401, 503]).toContain((await enter(app, 'grace', 'secret')).statusCode)
    expect(inside.calls()).toBe(0)
  })

  it.each([
    ['no name', ''],
    ['names instead of a name', undefined],
  ])('that finds an entry with %s lets nobody in', async (_what, name) => {
    const { app, directory } = await start(
      found(entry(name ?? dn, name === undefined ? { ...grace, dn: ['a', 'b'] } : grace)),
    )

    expect((await enter(app, 'grace', 'secret')).statusCode).toBe(401)
    expect(binds(directory.asked)).toHaveLength(1)
  })

  it('that says more than its answer before TLS is not spoken to', async () => {
    // Would be the beginning of the first answer that comes by TLS.
    const begun = message(2, entry(dn, grace)).subarray(0, -4)
    const { app, directory } = await start(({ id }) => [message(id, result(0x78, 0)), begun], {
      startTls: true,
      bindDn: undefined,
      bindPassword: undefined,
    })

    expect((await enter(app, 'grace', 'secret')).statusCode).toBe(503)
    expect(app.logged()).toContain('unexpected data after the StartTLS response')
    expect(directory.asked.map(({ operation }) => operation)).toEqual(['extended'])
  })
})

describe('a login', () => {
  it.each([
    '*',
    '*)(uid=*',
    'grace)(|(uid=*',
    'gr*ce',
    'grace\\2a',
    '\\67race',
    'uid=grace,ou=people',
    '{dn}',
    'a"b<c>;d+e#f',
    'ｇｒａｃｅ',
  ])('%j is asked for as it is, as a value and nothing else', async (login) => {
    const { app, directory } = await start(found())

    expect((await enter(app, login, 'secret')).statusCode).toBe(401)
    const [search] = searches(directory.asked)
    // Equality of two texts: neither a pattern nor a presence, neither `and` nor `or`.
    expect(search?.filter?.tag).toBe(0xa3)
    const values = elements(search?.filter?.content ?? Buffer.alloc(0))
    expect(values.map(({ content }) => String(content))).toEqual(['uid', login])
    expect(binds(directory.asked).map((asked) => asked.dn)).toEqual([reader.bindDn])
  })

  it.each(['', ' ', '\t\n', '\0', '\0secret'])(
    'with the password %j is not asked for',
    async (password) => {
      const { app, directory } = await start(found(entry(dn, grace)))

      expect((await enter(app, 'grace', password)).statusCode).not.toBe(200)
      expect(directory.asked).toEqual([])
    },
  )

  it('is looked for in groups by the name of its entry as it is', async () => {
    const odd = `uid=gr*)(cn=\\2a\\\\,ou=people,${baseDn}`
    const { app, directory } = await start(found(entry(odd, grace)), {
      groupSearch: { baseDn: `ou=groups,${baseDn}` },
    })

    await enter(app, 'grace', 'secret')
    const filter = searches(directory.asked)[1]?.filter
    expect(filter?.tag).toBe(0xa3)
    const values = elements(filter?.content ?? Buffer.alloc(0))
    expect(values.map(({ content }) => String(content))).toEqual(['member', odd])
  })
})
