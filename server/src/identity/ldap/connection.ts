import { readFile } from 'node:fs/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Client } from 'ldapts'
import type { LdapDirectory } from '../../settings/ldap-directories.ts'
import { connectionTrouble, DirectoryTrouble, isCertificate, wordsOf } from './trouble.ts'

/** Loaded with the first sign-in: nobody else pays for it. */
export const library = () => import('ldapts')

export interface Entry {
  readonly dn: string
  /** By the name in small letters. */
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
      throw new DirectoryTrouble('caFile', `caFile of ${name} cannot be read (${error.code})`)
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
  const timer = setTimeout(() => give(`no answer within ${timeoutMs} ms`), timeoutMs)
  const sockets: Socket[] = [socket]
  return {
    get reason() {
      return reason
    },
    /** Also of the layer above, which is made by StartTLS. */
    watch(upper: Socket) {
      if (upper !== socket) sockets.push(upper)
      let bytes = 0
      upper.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytes) give(`an answer of more than ${answerBytes} bytes`)
      })
      return upper
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

/** On this socket and no other: the library would connect anew, without TLS, and send a password. */
async function clientOn(socket: Socket, bounds: ReturnType<typeof boundsOf>): Promise<Client> {
  const { Client } = await library()
  let isUsed = false
  return new Client({
    url: 'ldap://unused.invalid',
    createConnection: () => {
      if (isUsed) throw new Error('the connection was closed')
      isUsed = true
      return bounds.watch(socket)
    },
    createSecureConnection: ((options: ConnectionOptions) =>
      bounds.watch(connectTls(options))) as typeof connectTls,
  })
}

async function startTls(client: Client, options: ConnectionOptions): Promise<void> {
  try {
    await client.startTLS(options)
  } catch (error) {
    throw isCertificate(error)
      ? connectionTrouble(error)
      : new DirectoryTrouble('startTls', `StartTLS is refused: ${wordsOf(error)}`, { cause: error })
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
      dn,
      attributes: new Map(
        Object.entries(rest).map(([name, value]) => [
          name.toLowerCase(),
          Array.isArray(value) ? value : [value],
        ]),
      ),
    }))
  },
})
