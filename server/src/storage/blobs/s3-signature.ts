import { createHash, createHmac } from 'node:crypto'

export interface S3Credentials {
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

export interface UnsignedRequest {
  readonly method: string
  /** Path and query hold nothing but unreserved characters, `/` and `%` escapes in capitals. */
  readonly url: URL
  /** Of the payload, in hexadecimal. */
  readonly sha256: string
  readonly at: Date
}

/** Of no payload. */
export const emptySha256 = createHash('sha256').digest('hex')

const signedHeaders = 'host;x-amz-content-sha256;x-amz-date'

/**
 * AWS Signature Version 4 for S3: the headers that prove the key without sending it. The hash of the
 * payload is signed, so it cannot be changed on the way, whether there is TLS or not.
 */
export function signedHeadersOf(
  { method, url, sha256, at }: UnsignedRequest,
  { keyId, secret, region }: S3Credentials,
): Record<string, string> {
  const moment = `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    `host:${url.host}`,
    `x-amz-content-sha256:${sha256}`,
    `x-amz-date:${moment}`,
    '',
    signedHeaders,
    sha256,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', moment, scope, hexSha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return {
    'x-amz-content-sha256': sha256,
    'x-amz-date': moment,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${hmac(key, text).toString('hex')}`,
  }
}

/** Sorted by name; every other character than the unreserved ones is escaped. */
const canonicalQuery = (url: URL) =>
  [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')

/** `encodeURIComponent` leaves five more than RFC 3986 does. */
export const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const hexSha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
