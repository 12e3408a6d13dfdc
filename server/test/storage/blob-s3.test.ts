import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs } from '../../src/storage/blobs/blobs.ts'
import { makeS3Client, signOfLife } from '../../src/storage/blobs/s3-client.ts'
import { signedHeadersOf } from '../../src/storage/blobs/s3-signature.ts'
import { openS3Store } from '../../src/storage/blobs/s3-store.ts'
import { sqlite } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { blobStores, temporaryFolder } from './blob-stores.ts'
import { type FakeS3, s3Key, startS3, type Trouble } from './s3-server.ts'

const away = { type: 'ServiceUnavailable', retryAfterSeconds: 10 }

async function makeS3() {
  const store = blobStores.find(({ name }) => name === 's3 beside sqlite')
  const made = await store?.open()
  if (!made?.s3) throw new Error('there is no S3 store')
  return { ...made, s3: made.s3 }
}

const stage = (blobs: Blobs, content: Buffer) => blobs.stage(Readable.from([content]))

async function keep(blobs: Blobs, content: Buffer): Promise<string> {
  const staged = await stage(blobs, content)
  await staged.keep()
  return staged.sha256
}

async function read(blobs: Blobs, sha256: string): Promise<Buffer | undefined> {
  const opened = await blobs.open(sha256)
  return opened && (await buffer(opened.stream))
}

/** Fast to give up, so a test need not wait. */
const clientOf = (
  s3: FakeS3,
  given: { secret?: string; timeoutMs?: number; silentMs?: number } = {},
) =>
  makeS3Client({
    endpoint: s3.endpoint,
    bucket: 'files',
    region: 'us-east-1',
    pathStyle: true,
    pausesMs: [1, 1, 1],
    ...s3Key,
    ...given,
  })

describe('signatures', () => {
  it('are those of the example in the documentation of S3', () => {
    const request = {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/?lifecycle='),
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      at: new Date('2013-05-24T00:00:00Z'),
    }
    const signed = signedHeadersOf(request, {
      keyId: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    })

    expect(signed.authorization).toContain(
      'Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    )
  })
})

describe('an S3 store', () => {
  it('gets the hash of what it is sent signed, and never the secret', async () => {
    const { blobs, s3 } = await makeS3()
    const sha256 = await keep(blobs, randomBytes(100_000))

    expect(s3.refused).toEqual([])
    expect([...s3.objects.keys()]).toEqual([
      expect.stringMatching(`^assay/${sha256.slice(0, 2)}/${sha256.slice(2)}-[0-9a-f]{12}$`),
    ])
  })

  it.each<[string, Trouble[]]>([
    ['is busy', [{ status: 503, code: 'SlowDown' }, { status: 500 }, { status: 429 }]],
    ['breaks the connection', ['refuse', 'refuse']],
    ['cuts the answer in the middle', ['cut in the middle', 'cut in the middle']],
    ['sends wrong bytes', ['wrong bytes']],
  ])('that %s for a moment is asked again', async (_, troubles) => {
    const { blobs, s3, another } = await makeS3()
    const content = randomBytes(400_000)
    const isPutToo = !troubles.some((trouble) => /cut|wrong/.test(String(trouble)))
    if (isPutToo) s3.trouble('PUT', ...troubles)
    const sha256 = await keep(blobs, content)
    s3.trouble('GET', ...troubles)

    expect((await read(await another(), sha256))?.equals(content)).toBe(true)
    expect(s3.objects.size).toBe(1)
  })

  it('that stays damaged is not a file, and leaves none in the cache', async () => {
    const { blobs, s3, another } = await makeS3()
    const sha256 = await keep(blobs, randomBytes(1000))
    s3.trouble('GET', 'wrong bytes', 'wrong bytes', 'wrong bytes')
    const other = await another()

    await expect(other.open(sha256)).rejects.toThrow('is corrupt')

    expect((await read(other, sha256))?.length).toBe(1000)
  })

  it('that is unavailable is distinguished from a missing file', async () => {
    const { blobs, s3, another } = await makeS3()
    const sha256 = await keep(blobs, randomBytes(1000))
    const other = await another()
    s3.setAway(true)

    await expect(other.open(sha256)).rejects.toMatchObject(away)
    await expect(other.check()).rejects.toMatchObject(away)
    s3.setAway(false)

    expect(await other.open('a'.repeat(64))).toBeUndefined()
    expect((await read(other, sha256))?.length).toBe(1000)
  })

  it('that refuses the key says so to the operator, without the key', async () => {
    const s3 = await startS3()
    const client = clientOf(s3, { secret: 'wrong' })

    const error = await client.head('x').catch((reason: Error) => reason)

    expect(error).toMatchObject(away)
    expect(s3.refused).toEqual(['SignatureDoesNotMatch'])
    const list = (await clientOf(s3, { secret: 'wrong' })
      .list('', 1)
      .catch((e: Error) => e)) as Error
    expect((list.cause as Error).message).toBe('s3://files: GET returned 403 SignatureDoesNotMatch')
    expect(JSON.stringify(list) + list.message).not.toContain(s3Key.keyId)
  })

  it('that hangs is given up after a while', async () => {
    const s3 = await startS3()
    s3.trouble('GET', 'hang', 'hang', 'hang', 'hang')

    await expect(clientOf(s3, { timeoutMs: 50 }).get('x')).rejects.toMatchObject(away)
  })

  it('that hangs altogether keeps no call for 5 s: one more is made, and none is repeated', async () => {
    let connections = 0
    const hanging = createServer(() => {
      connections += 1
    }).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    onTestFinished(() => void hanging.close())
    const { port } = hanging.address() as AddressInfo
    const folder = await temporaryFolder()
    const path = join(folder, 'file')
    await writeFile(path, 'x'.repeat(100_000))
    const client = makeS3Client({
      ...{ endpoint: `http://127.0.0.1:${port}`, bucket: 'files', region: 'us-east-1' },
      ...{ pathStyle: true, ...s3Key, silentMs: 20, signOfLifeMs: 50, timeoutMs: 10 * patienceMs },
    })
    const calls = [
      () => client.get('x'),
      () => client.head('x'),
      () => client.delete('x'),
      () => client.list('', 1),
      () => client.put('x', { path, size: 100_000, sha256: 'f'.repeat(64) }),
    ]

    for (const call of calls) await expect(call()).rejects.toMatchObject(away)

    expect(connections).toBe(2 * calls.length)
    expect(signOfLife.silentMs + signOfLife.limitMs).toBeLessThan(5_000)
  })

  it('that is slow with one call, and answers another one, is waited for', async () => {
    const s3 = await startS3()
    s3.trouble('GET', 'hang')

    const found = await clientOf(s3, { silentMs: 20, timeoutMs: 2_000 }).get('x')

    expect(found).toBeUndefined()
    expect(s3.calls.some((call) => !call.endsWith('/x'))).toBe(true)
  })

  it.each([-1, 1])('whose clock is %i hours off is asked by its own', async (hours) => {
    const s3 = await startS3()
    s3.setSkew(hours * 3_600_000)
    const client = clientOf(s3)

    expect(await client.list('', 1)).toEqual([])
    expect(await client.head('x')).toBeUndefined()

    expect(s3.refused).toEqual(['RequestTimeTooSkewed'])
  })

  it('with another bucket than the settings say is unavailable, not empty', async () => {
    const s3 = await startS3({ bucket: 'other' })

    await expect(clientOf(s3).get('x')).rejects.toMatchObject(away)
    await expect(clientOf(s3).list('', 1)).rejects.toMatchObject(away)
  })

  it('that lost an object gets it again with the next upload', async () => {
    const { blobs, s3, another } = await makeS3()
    const content = randomBytes(1000)
    const sha256 = await keep(blobs, content)
    s3.objects.clear()
    expect(await (await another()).open(sha256)).toBeUndefined()

    await keep(blobs, content)

    expect((await read(await another(), sha256))?.equals(content)).toBe(true)
    expect(s3.objects.size).toBe(1)
  })

  it('is rid of an upload that a crash interrupted, and of a removal that did not come through', async () => {
    const { blobs, s3, db, age } = await makeS3()
    const staged = await stage(blobs, randomBytes(1000))
    s3.trouble('PUT', 'refuse', 'refuse', 'refuse', 'refuse')
    await expect(staged.keep()).rejects.toMatchObject(away)
    const sha256 = await keep(blobs, randomBytes(1000))
    await age(sha256, 7_200_000)
    s3.trouble('DELETE', { status: 403 })
    await expect(blobs.remove(sha256, 3_600_000)).rejects.toMatchObject(away)
    expect(await blobs.has(sha256)).toBe(false)
    expect(s3.objects.size).toBe(1)
    // Not yet: an upload may still be on its way.
    await blobs.sweepStore()
    expect(s3.objects.size).toBe(1)

    await db.updateTable('stray_objects').set({ since: 0 }).execute()
    await blobs.sweepStore()

    expect(s3.objects.size).toBe(0)
    expect(await db.selectFrom('stray_objects').selectAll().execute()).toEqual([])
  })

  it('keeps what another installation has in the same bucket', async () => {
    const s3 = await startS3()
    const stores = await Promise.all(
      [1, 2].map(async () => {
        const { db } = await sqlite.open()
        const options = { endpoint: s3.endpoint, bucket: 'files', prefix: '', region: 'us-east-1' }
        return openS3Store({ db, ...options, pathStyle: true, ...s3Key })
      }),
    )
    const folder = await temporaryFolder()
    const { writeFile } = await import('node:fs/promises')
    await writeFile(`${folder}/x`, 'same')
    const sha256 = '0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5'
    for (const store of stores) await store.put({ path: `${folder}/x`, sha256, size: 4 })

    expect(await stores[0]?.remove(sha256, -60_000)).toBe(true)

    expect(await stores[1]?.has(sha256)).toBe(true)
  })
})
