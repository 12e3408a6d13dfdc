import { createPrivateKey, X509Certificate } from 'node:crypto'
import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

export interface TlsFiles {
  /** PEM, with the intermediate certificates after its own. */
  readonly cert: string
  readonly key: string
}

interface Pair {
  readonly cert: string
  readonly key: string
}

/** How often the files are checked: a renewal may swap a folder, which causes no event. */
const lookEveryMs = 5_000

/** Both files, and only if they belong together. */
export async function readPair({ cert: certFile, key: keyFile }: TlsFiles): Promise<Pair> {
  const [cert, key] = [await read('http.tls.cert', certFile), await read('http.tls.key', keyFile)]
  const certificate = parsed('http.tls.cert', certFile, 'certificate', () => {
    return new X509Certificate(cert)
  })
  const privateKey = parsed('http.tls.key', keyFile, 'private key without a passphrase', () => {
    return createPrivateKey(key)
  })
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error(`http.tls.key (${keyFile}) does not match http.tls.cert (${certFile})`)
  if (certificate.validToDate.getTime() < Date.now())
    throw new Error(`http.tls.cert (${certFile}) expired on ${certificate.validTo}`)
  return { cert, key }
}

const read = (setting: string, file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${setting}: cannot read ${file} (${error.code})`)
  })

function parsed<T>(setting: string, file: string, what: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new Error(`${setting}: ${file} is not a PEM ${what}`)
  }
}

export interface TlsListener {
  readonly port: number
  stop(): Promise<void>
}

/**
 * The same server behind TLS. Renewed files are used for the next connections; open ones continue. A
 * wrong pair is logged and changes nothing.
 */
export async function listenTls(
  app: FastifyInstance,
  files: TlsFiles,
  { host, port }: { host: string; port: number },
  log: FastifyBaseLogger,
): Promise<TlsListener> {
  const server = createServer(
    { ...(await readPair(files)), minVersion: 'TLSv1.2', requestTimeout: 300_000 },
    (request, response) => app.routing(request, response),
  )
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen({ host, port }, () => {
      server.off('error', failed)
      listening()
    })
  })
  const stopWatching = watchFiles(server, files, log)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((stopped) => {
        stopWatching()
        // What is answered now becomes idle later.
        const closing = setInterval(() => server.closeIdleConnections(), 100)
        server.close(() => {
          clearInterval(closing)
          stopped()
        })
      }),
  }
}

function watchFiles(server: Server, files: TlsFiles, log: FastifyBaseLogger): () => void {
  const reload = () =>
    void readPair(files).then(
      (pair) => {
        server.setSecureContext({ ...pair, minVersion: 'TLSv1.2' })
        log.info('certificate reloaded')
      },
      // Between the two files a renewal is not done yet; the second one calls us again.
      (error: Error) =>
        log.warn(
          { reason: error.message },
          'failed to reload the certificate; keeping the current one',
        ),
    )
  const names = [files.cert, files.key]
  for (const name of names)
    watchFile(name, { interval: lookEveryMs, persistent: false }, (now, before) => {
      if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) reload()
    })
  return () => {
    for (const name of names) unwatchFile(name)
  }
}
