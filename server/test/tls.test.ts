import { rename, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { readPair } from '../src/http/tls-listener.ts'
import { hasOpenssl, makePair, withoutOpenssl } from './certificates.ts'
import { dataFolder, loopback, run } from './program.ts'

/** Status of the health, and whose certificate it was. */
const ask = (address: string) =>
  new Promise<{ status: number; name: string; hsts: boolean }>((answered, failed) => {
    const sent = request(`${address}/api/health`, { rejectUnauthorized: false, agent: false })
    sent.on('error', failed)
    sent.on('response', (response) => {
      const { subject } = (response.socket as TLSSocket).getPeerCertificate()
      response.resume()
      response.on('end', () =>
        answered({
          status: response.statusCode ?? 0,
          name: String(subject.CN),
          hsts: response.headers['strict-transport-security'] !== undefined,
        }),
      )
    })
    sent.end()
  })

describe.skipIf(!hasOpenssl)(`TLS without a proxy${withoutOpenssl}`, () => {
  it('serves, and takes a renewed certificate without a restart', async () => {
    const folder = await dataFolder()
    const first = makePair(dirname(folder), 'first')
    const program = run({
      ...loopback,
      ASSAY_DATA_DIR: folder,
      ASSAY_HTTP_TLS_CERT: first.cert,
      ASSAY_HTTP_TLS_KEY: first.key,
    })
    await program.shows('stdout', ' is ready at ')
    const address = / is ready at (\S+)/.exec(program.stdout())?.[1] ?? ''

    expect(address).toMatch(/^https:/)
    expect(await ask(address)).toEqual({ status: 200, name: 'first', hsts: true })
    const second = makePair(dirname(folder), 'second')
    await rename(second.key, first.key)
    await rename(second.cert, first.cert)
    await expect.poll(async () => (await ask(address)).name, { interval: 500 }).toBe('second')
    await writeFile(first.cert, 'not a certificate')
    await expect
      .poll(() => program.stdout() + program.stderr(), { interval: 500 })
      .toContain('is not a PEM certificate')
    expect((await ask(address)).name).toBe('second')
    program.child.kill('SIGTERM')
    expect((await program.ended).code).toBe(0)
  })

  it('refuses to start with a pair that does not belong together, and names the files', async () => {
    const folder = await dataFolder()
    const [one, other] = [makePair(dirname(folder), 'one'), makePair(dirname(folder), 'other')]
    const start = (pair: { cert?: string; key: string }) =>
      run({
        ...loopback,
        ASSAY_DATA_DIR: folder,
        ...(pair.cert === undefined ? {} : { ASSAY_HTTP_TLS_CERT: pair.cert }),
        ASSAY_HTTP_TLS_KEY: pair.key,
      }).ended

    const mixed = await start({ cert: one.cert, key: other.key })
    const alone = await start({ key: one.key })

    expect(mixed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not match http.tls.cert'),
    })
    expect(alone).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('http.tls.cert and http.tls.key'),
    })
    const refusal = (cert: string, key: string) => readPair({ cert, key })
    await expect(refusal(one.key, one.key)).rejects.toThrow('is not a PEM certificate')
    const none = join(folder, 'none')
    await expect(refusal(one.cert, none)).rejects.toThrow(`cannot read ${none} (ENOENT)`)
  })
})
