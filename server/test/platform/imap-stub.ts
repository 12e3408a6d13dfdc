import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  TLSSocket,
} from 'node:tls'
import { makePair } from '../certificates.ts'
import { atEnd } from '../lifetime.ts'

interface StoredMail {
  readonly raw: Buffer
  readonly flags: Set<string>
}

interface StubOptions {
  readonly starttls?: boolean
  readonly canMove?: boolean
  readonly password?: string
  readonly token?: string
  /** Its certificate is one that we trust. */
  readonly isTrusted?: boolean
  /** Announced instead of the true size of each mail. */
  readonly size?: number
}

/** As much of an IMAP server as a mailbox needs; in memory, on a loopback port. */
export interface ImapStub {
  readonly port: number
  /** Certificate, for programs that have to trust it. */
  readonly ca: string
  readonly commands: string[]
  readonly folders: Map<string, Map<number, StoredMail>>
  uidValidity: number
  /** Before a command is answered; true ends the connection instead. */
  cut: (command: string) => boolean
  add(raw: string | Buffer, folder?: string): number
  inFolder(folder: string): string[]
}

export async function startImap(options: StubOptions = {}): Promise<ImapStub> {
  const { starttls = false, isTrusted = true } = options
  const folder = await mkdtemp(join(tmpdir(), 'assay-imap-'))
  const pair = makePair(folder, 'imap')
  const [cert, key] = [readFileSync(pair.cert), readFileSync(pair.key)]
  await rm(folder, { recursive: true, force: true })
  if (isTrusted) {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, cert.toString()])
    atEnd(() => setDefaultCACertificates(before))
  }
  let nextUid = 1
  const stub: ImapStub = {
    port: 0,
    ca: cert.toString(),
    commands: [],
    folders: new Map([['INBOX', new Map()]]),
    uidValidity: 7,
    cut: () => false,
    add(raw, into = 'INBOX') {
      const uid = nextUid++
      stub.folders.get(into)?.set(uid, { raw: Buffer.from(raw), flags: new Set() })
      return uid
    },
    inFolder: (name) =>
      [...(stub.folders.get(name)?.values() ?? [])].map(({ raw }) => raw.toString('latin1')),
  }
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    speak(socket, stub, options, starttls ? { cert, key } : undefined)
  }
  const server: Server = starttls ? createServer(serve) : createTlsServer({ cert, key }, serve)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  return Object.assign(stub, { port: (server.address() as AddressInfo).port })
}

function speak(
  plain: Socket,
  stub: ImapStub,
  options: StubOptions,
  upgrade: { cert: Buffer; key: Buffer } | undefined,
): void {
  let socket = plain
  let buffer = ''
  let selected = 'INBOX'
  let awaiting: ((line: string) => void) | undefined
  const { canMove = true, password = 'imap-password', token } = options
  const capabilities = () =>
    `IMAP4rev1 UIDPLUS NAMESPACE${canMove ? ' MOVE' : ''}${upgrade ? ' STARTTLS LOGINDISABLED' : token ? ' AUTH=XOAUTH2 SASL-IR' : ' AUTH=PLAIN SASL-IR'}`
  const send = (line: string | Buffer) => void (socket.writable && socket.write(line))
  const mails = () => stub.folders.get(selected) ?? new Map<number, StoredMail>()
  const seqOf = (uid: number) => [...mails().keys()].indexOf(uid) + 1
  const authenticate = (tag: string, encoded: string) => {
    const said = Buffer.from(encoded, 'base64').toString()
    const isRight = token ? said.includes(`auth=Bearer ${token}`) : said.endsWith(`\0${password}`)
    send(isRight ? `${tag} OK done\r\n` : `${tag} NO [AUTHENTICATIONFAILED] refused\r\n`)
  }
  const fetch = (tag: string, uid: number, what: string) => {
    const mail = mails().get(uid)
    if (mail) {
      const size = `UID ${uid} RFC822.SIZE ${options.size ?? mail.raw.length}`
      if (/BODY\.PEEK\[\]/i.test(what)) {
        send(`* ${seqOf(uid)} FETCH (${size} BODY[] {${mail.raw.length}}\r\n`)
        send(mail.raw)
        send(')\r\n')
      } else send(`* ${seqOf(uid)} FETCH (${size})\r\n`)
    }
    send(`${tag} OK done\r\n`)
  }
  const move = (tag: string, uid: number, to: string) => {
    const target = stub.folders.get(to)
    const mail = mails().get(uid)
    if (!target || !mail) return send(`${tag} NO [TRYCREATE] none\r\n`)
    const seq = seqOf(uid)
    target.set(uid, mail)
    mails().delete(uid)
    send(`* OK [COPYUID 1 ${uid} ${uid}] moved\r\n* ${seq} EXPUNGE\r\n${tag} OK done\r\n`)
  }
  const answer = (line: string) => {
    const [, tag = '', rest = ''] = /^(\S+) (.*)$/s.exec(line) ?? []
    const command = rest
      .replace(/^UID /i, 'UID ')
      .split(' ')
      .slice(0, /^UID /i.test(rest) ? 2 : 1)
      .join(' ')
      .toUpperCase()
    const words = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|\S+/g)].map(
      ([word, quoted]) => quoted ?? word,
    )
    stub.commands.push(rest)
    if (stub.cut(rest)) return socket.destroy()
    switch (command) {
      case 'CAPABILITY':
        return send(`* CAPABILITY ${capabilities()}\r\n${tag} OK done\r\n`)
      case 'STARTTLS': {
        send(`${tag} OK begin\r\n`)
        const pair = upgrade
        upgrade = undefined
        socket.removeAllListeners('data')
        socket = new TLSSocket(socket, { isServer: true, ...pair })
        socket.on('error', () => undefined).on('data', onData)
        return undefined
      }
      case 'LOGIN':
        return send(
          words[2] === password ? `${tag} OK done\r\n` : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`,
        )
      case 'AUTHENTICATE':
        if (words[2] !== undefined) return authenticate(tag, words[2])
        awaiting = (encoded) => authenticate(tag, encoded)
        return send('+ \r\n')
      case 'NAMESPACE':
        return send(`* NAMESPACE (("" "/")) NIL NIL\r\n${tag} OK done\r\n`)
      case 'LIST':
        for (const name of stub.folders.keys()) send(`* LIST () "/" "${name}"\r\n`)
        return send(`${tag} OK done\r\n`)
      case 'CREATE':
        stub.folders.set(words[1] ?? '', new Map())
        return send(`${tag} OK done\r\n`)
      case 'SELECT':
        if (!stub.folders.has(words[1] ?? '')) return send(`${tag} NO [NONEXISTENT] none\r\n`)
        selected = words[1] ?? ''
        return send(
          `* ${mails().size} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] ok\r\n` +
            `* OK [UIDVALIDITY ${stub.uidValidity}] ok\r\n* OK [UIDNEXT 99999] ok\r\n${tag} OK [READ-WRITE] done\r\n`,
        )
      case 'UID SEARCH': {
        const from = Number(/UID (\d+):\*/.exec(rest.slice(4))?.[1] ?? 1)
        const uids = [...mails().keys()].filter((uid) => uid >= from)
        return send(`* SEARCH ${uids.join(' ')}\r\n${tag} OK done\r\n`)
      }
      case 'UID FETCH':
        return fetch(tag, Number(words[2]), rest)
      case 'UID MOVE':
        return move(tag, Number(words[2]), words[3] ?? '')
      case 'UID STORE':
        for (const flag of rest.match(/[\\$]\w+/g) ?? [])
          mails().get(Number(words[2]))?.flags.add(flag)
        return send(`${tag} OK done\r\n`)
      case 'LOGOUT':
        send(`* BYE\r\n${tag} OK done\r\n`)
        return socket.end()
      default:
        return send(`${tag} OK done\r\n`)
    }
  }
  function onData(chunk: Buffer) {
    buffer += chunk.toString('latin1')
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      const waiting = awaiting
      awaiting = undefined
      if (waiting) waiting(line)
      else answer(line)
    }
  }
  socket.on('data', onData)
  send(`* OK [CAPABILITY ${capabilities()}] ready\r\n`)
}
