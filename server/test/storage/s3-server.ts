import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export const s3Key = { keyId: 'AKIATESTKEY', secret: 'test/secret+key' }

/** What the next requests of a method meet instead of an answer. */
export type Trouble =
  | { readonly status: number; readonly code?: string }
  | 'hang'
  | 'refuse'
  | 'cut in the middle'
  | 'wrong bytes'

export interface FakeS3 {
  readonly endpoint: string
  /** By key, below the bucket. */
  readonly objects: Map<string, { readonly bytes: Buffer; readonly modifiedAt: Date }>
  /** Method and path of everything that was asked and signed well. */
  readonly calls: string[]
  /** Every refused signature, with the reason. */
  readonly refused: string[]
  /** For the next requests, one after the other; `method` or any. */
  trouble(method: string, ...troubles: Trouble[]): void
  /** Nothing responds any more, or not to this method, until it is back. */
  setAway(isAway: boolean | string): void
  /** Its clock goes wrong by this much. */
  setSkew(ms: number): void
}

/**
 * An S3 server of one bucket: it checks the signature as the specification says, and the hash of the
 * payload, and answers put, get, head, delete and list (version 2, by pages).
 */
export async function startS3({
  bucket = 'files',
  region = 'us-east-1',
  pageSize = 1000,
} = {}): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map()
  const troubles = new Map<string, Trouble[]>()
  const calls: string[] = []
  const refused: string[] = []
  let away: boolean | string = false
  let skewMs = 0
  const nowThere = () => Date.now() + skewMs

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const method = request.method ?? ''
    if (away === true || away === method) return void request.socket.destroy()
    const trouble = troubles.get(method)?.shift()
    if (trouble === 'refuse') return void request.socket.destroy()
    if (trouble === 'hang') return void request.resume()
    response.setHeader('date', new Date(nowThere()).toUTCString())
    if (typeof trouble === 'object') {
      request.resume()
      return void fail(response, trouble.status, trouble.code ?? 'InternalError')
    }
    const payload = await buffer(request)
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const problem = signatureProblem(request, url, payload, region, nowThere())
    if (problem !== undefined) {
      refused.push(problem)
      return void fail(response, 403, problem)
    }
    calls.push(`${method} ${url.pathname}`)
    const [, first, ...rest] = url.pathname.split('/')
    if (first !== bucket) return void fail(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    if (method === 'GET' && key === '') return void list(response, url)
    if (method === 'PUT') {
      if (request.headers['content-length'] === undefined)
        return void fail(response, 411, 'MissingContentLength')
      objects.set(key, { bytes: payload, modifiedAt: new Date(nowThere()) })
      return void response.end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      response.statusCode = 204
      return void response.end()
    }
    const found = objects.get(key)
    if (!found) return void fail(response, 404, 'NoSuchKey')
    response.setHeader('content-length', found.bytes.length)
    if (method === 'HEAD') return void response.end()
    if (trouble === 'cut in the middle') {
      response.write(found.bytes.subarray(0, found.bytes.length / 2), () =>
        request.socket.destroy(),
      )
      return
    }
    const bytes = Buffer.from(found.bytes)
    if (trouble === 'wrong bytes' && bytes.length > 0) bytes[0] = (bytes[0] ?? 0) ^ 1
    response.end(bytes)
  }

  function list(response: ServerResponse, url: URL) {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const limit = Math.min(Number(url.searchParams.get('max-keys') ?? pageSize), pageSize)
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, limit)
    const next = keys.length > limit ? page.at(-1) : undefined
    response.setHeader('content-type', 'application/xml')
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${
        next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
      }${page
        .map(
          (key) =>
            `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
        )
        .join('')}</ListBucketResult>`,
    )
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    calls,
    refused,
    trouble: (method, ...more) => {
      troubles.set(method, [...(troubles.get(method) ?? []), ...more])
    },
    setAway: (isAway) => {
      away = isAway
      if (away !== false) server.closeAllConnections()
    },
    setSkew: (ms) => {
      skewMs = ms
    },
  }
}

function fail(response: ServerResponse, status: number, code: string) {
  response.statusCode = status
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>${s3Key.keyId}</AWSAccessKeyId></Error>`,
  )
}

/** Written from the specification, not from our signer: two who make the same mistake agree. */
function signatureProblem(
  { method, headers }: IncomingMessage,
  url: URL,
  payload: Buffer,
  region: string,
  now: number,
): string | undefined {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!authorization) return 'AccessDenied'
  const [, keyId, day = '', named, signedNames = '', signature = ''] = authorization
  if (keyId !== s3Key.keyId) return 'InvalidAccessKeyId'
  if (named !== region) return 'AuthorizationHeaderMalformed'
  const moment = String(headers['x-amz-date'])
  const at = Date.parse(
    moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!moment.startsWith(day)) return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(at - now) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  const sha256 = String(headers['x-amz-content-sha256'])
  if (sha256 !== createHash('sha256').update(payload).digest('hex'))
    return 'XAmzContentSHA256Mismatch'
  const names = signedNames.split(';')
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'AccessDenied'
  const query = [...url.searchParams]
    .map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value)].join('='))
    .sort()
  const canonical = `${method}\n${url.pathname}\n${query.join('&')}\n${names
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('')}\n${signedNames}\n${sha256}`
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest()
  const signingKey = hmac(
    hmac(hmac(hmac(`AWS4${s3Key.secret}`, day), region), 's3'),
    'aws4_request',
  )
  const toSign = `AWS4-HMAC-SHA256\n${moment}\n${day}/${region}/s3/aws4_request\n${createHash(
    'sha256',
  )
    .update(canonical)
    .digest('hex')}`
  const expected = hmac(signingKey, toSign)
  const isRight = timingSafeEqual(expected, Buffer.from(signature, 'hex'))
  return isRight ? undefined : 'SignatureDoesNotMatch'
}
