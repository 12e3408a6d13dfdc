import { readFile } from 'node:fs/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Client } from 'ldapts'
import type { LdapDirectory } from '../../settings/ldap-directories.ts'
import { messageReader } from './messages.ts'
import { connectionTrouble, DirectoryTrouble, isCertificate, wordsOf } from './trouble.ts'

/** Loaded with the first sign-in, so installations without it pay nothing. */
export const library = () => import('ldapts')

export interface Entry {
  readonly dn: string
  /** By the lowercase name. */
  readonly attributes: ReadonlyMap<string, readonly (string | Buffer)[]>
}

export interface Connection {
  bind(dn: string, password: string): Promise<void>
  search(
    baseDn: string,
    options: { filter?: string; attributes: string[]; limit: number; scope?: 'base' | 'sub' },
  ): Promise<Entry[]>
}

/** More than a page of groups; a directory that sends more is not ours. */
const answerBytes = 4 * 1024 ** 2

/**
 * One connection, TLS included, for as long as `work` takes, and never longer than the timeout.
 * Whatever is wrong before `work` begins is a `DirectoryTrouble`.
 */
export async function withConnection<T>(
  directory: LdapDirectory,
  url: string,
  timeoutMs: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'ldaps:'
  const tls = await tlsOptions(directory, host)
  const socket = isTls
    ? connectTls({ ...tls, host, port: Number(port || 636) })
    : connectTcp({ host, port: Number(port || 389) })
  const bounds = boundsOf(socket, timeoutMs)
  try {
    await bounds.reached(isTls ? 'secureConnect' : 'connect')
    const client = await clientOn(socket, bounds)
    if (directory.startTls) await bounds.within(startTls(client, tls))
    return await bounds.within(work(connectionOf(client)))
  } catch (error) {
    throw bounds.reason ?? connectionTrouble(error)
  } finally {
    bounds.end()
  }
}

async function tlsOptions({ name, caFile }: LdapDirectory, host: string) {
  const options: ConnectionOptions = { host, minVersion: 'TLSv1.2' }
  if (isIP(host) === 0) options.servername = host
  if (caFile !== undefined)
    options.ca = await readFile(caFile).catch((error: NodeJS.ErrnoException) => {
      throw new DirectoryTrouble('caFile', `cannot read caFile of ${name} (${error.code})`)
    })
  return options
}

/** Time and bytes of a connection; over them it ends with the reason. */
function boundsOf(socket: Socket, timeoutMs: number) {
  let reason: DirectoryTrouble | undefined
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  ended.catch(() => undefined)
  const give = (text: string) => {
    reason ??= new DirectoryTrouble('urls', text)
    end(reason)
    socket.destroy()
  }
  const timer = setTimeout(() => give(`no response within ${timeoutMs} ms`), timeoutMs)
  const sockets: (Socket | Duplex)[] = [socket]
  return {
    get reason() {
      return reason
    },
    /** What the library may see of a connection: whole messages, and not too many. */
    messagesOf(lower: Socket) {
      const reader = messageReader()
      let bytes = 0
      const upper = new Duplex({
        // Nothing is held back: there is no more than it may send in all.
        read() {},
        write: (chunk, _encoding, done) => void lower.write(chunk, done),
        final: (done) => void lower.end(done),
        destroy: (error, done) => {
          lower.destroy()
          done(error)
        },
      })
      sockets.push(lower, upper)
      const onData = (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytes) return give(`response exceeds ${answerBytes} bytes`)
        try {
          for (const message of reader.read(chunk)) upper.push(message)
        } catch (error) {
          give(`invalid LDAP response: ${wordsOf(error)}`)
        }
      }
      lower.on('data', onData)
      lower.on('end', () => upper.push(null))
      lower.on('error', (error) => upper.destroy(error))
      lower.on('close', () => upper.destroy())
      // As an established connection.
      const asSocket = Object.assign(upper, { connecting: false, readyState: 'open' })
      return {
        upper: asSocket as unknown as Socket,
        /** For the layer above. Earlier bytes were not encrypted, and may be from anyone. */
        leave() {
          lower.off('data', onData)
          if (reader.hasRest) give('unexpected data after the StartTLS response')
        },
      }
    },
    async reached(event: 'connect' | 'secureConnect') {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      socket.once(event, resolve)
      socket.once('error', reject)
      await Promise.race([promise, ended])
      socket.off('error', reject)
    },
    within: <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended]),
    end() {
      clearTimeout(timer)
      for (const one of sockets) {
        one.on('error', () => undefined)
        one.destroy()
      }
    },
  }
}

/** On this socket only: the library would reconnect, without TLS, and send a password. */
async function clientOn(socket: Socket, bounds: ReturnType<typeof boundsOf>): Promise<Client> {
  const { Client } = await library()
  let plain: ReturnType<typeof bounds.messagesOf> | undefined
  return new Client({
    url: 'ldap://unused.invalid',
    createConnection: () => {
      if (plain) throw new Error('the connection was closed')
      plain = bounds.messagesOf(socket)
      return plain.upper
    },
    createSecureConnection: ((options: ConnectionOptions) => {
      plain?.leave()
      const secure = connectTls({ ...options, socket })
      const { upper } = bounds.messagesOf(secure)
      secure.once('secureConnect', () => upper.emit('secureConnect'))
      return upper
    }) as typeof connectTls,
  })
}

async function startTls(client: Client, options: ConnectionOptions): Promise<void> {
  try {
    await client.startTLS(options)
  } catch (error) {
    throw isCertificate(error)
      ? connectionTrouble(error)
      : new DirectoryTrouble('startTls', `StartTLS rejected: ${wordsOf(error)}`, { cause: error })
  }
}

const connectionOf = (client: Client): Connection => ({
  bind: (dn, password) => client.bind(dn, password),
  async search(baseDn, { filter, attributes, limit, scope = 'sub' }) {
    const { searchEntries } = await client.search(baseDn, {
      scope,
      attributes,
      sizeLimit: limit,
      // Identifiers of Active Directory are bytes.
      explicitBufferAttributes: ['objectGUID'],
      ...(filter === undefined ? {} : { filter }),
    })
    // References to other servers are left alone: they would be handed the password.
    return searchEntries.map(({ dn, ...rest }) => ({
      // An attribute of this name would replace it.
      dn: typeof dn === 'string' ? dn : '',
      attributes: new Map(
        Object.entries(rest).map(([name, value]) => [
          name.toLowerCase(),
          Array.isArray(value) ? value : [value],
        ]),
      ),
    }))
  },
})
