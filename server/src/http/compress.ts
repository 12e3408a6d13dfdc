import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this the headers weigh more than what is saved. */
const smallestBytes = 1024

/**
 * For texts that are made for one answer: a third of the processor time of the usual levels, for a tenth
 * more bytes. A window of 256 KiB instead of 4 MiB bounds what many answers at once hold in memory.
 */
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY } =
  zlib.constants
const brotliOptions = {
  params: {
    [BROTLI_PARAM_LGWIN]: 18,
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
    [BROTLI_PARAM_QUALITY]: 4,
  },
}
const gzipOptions = { level: 4 }

const brotli = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip)

interface Packer {
  whole(bytes: Buffer): Promise<Buffer>
  stream(): Transform
}

const packers = {
  br: {
    whole: (bytes) => brotli(bytes, brotliOptions),
    stream: () => zlib.createBrotliCompress(brotliOptions),
  },
  gzip: {
    whole: (bytes) => gzip(bytes, gzipOptions),
    stream: () => zlib.createGzip(gzipOptions),
  },
} satisfies Record<string, Packer>

type Coding = keyof typeof packers
/** By preference. */
const codings: readonly Coding[] = ['br', 'gzip']

/** JSON and texts; never an event stream, whose events must leave at once, and never a file. */
const isText = (type: string) =>
  /^(?:application\/(?:[\w.-]+\+)?json|text\/(?!event-stream)[\w.-]+)\b/.test(type)

/**
 * Answers other than files, compressed for callers that accept it. The length of a compressed text tells
 * something about its content: a page of another site that sends the user's browser here again and
 * again, each time with another guess, could read a secret next to its guess (BREACH). Browsers say
 * where a request comes from, so a request from another site is answered as it is.
 */
export function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): unknown | Promise<unknown> {
  if (!isCompressible(reply, payload)) return payload
  reply.header('vary', withEncoding(reply.getHeader('vary')))
  // guard: compress.test.ts
  if (isFromElsewhere(request)) return payload
  const coding = acceptedCoding(request.headers['accept-encoding'])
  if (coding === undefined || request.method === 'HEAD') return payload
  reply.header('content-encoding', coding)
  reply.removeHeader('content-length')
  const packer = packers[coding]
  // An error of either ends both, and with them the connection.
  if (payload instanceof Readable) return pipeline(payload, packer.stream(), () => {})
  return packer.whole(Buffer.from(payload as string | Buffer))
}

const isCompressible = (reply: FastifyReply, payload: unknown) =>
  isLong(payload) &&
  isText(String(reply.getHeader('content-type') ?? '')) &&
  !reply.hasHeader('content-encoding') &&
  !reply.hasHeader('content-range')

/** What is streamed is long, or its length is not known yet. */
const isLong = (payload: unknown) =>
  typeof payload === 'string' || Buffer.isBuffer(payload)
    ? Buffer.byteLength(payload) > smallestBytes
    : payload instanceof Readable

/** Programs and old browsers do not say; they send no cookies on behalf of another site, or cannot be helped. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

const withEncoding = (vary: unknown) =>
  vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`

/** `br;q=0` is a refusal; other weights do not matter with two codings that every browser knows. */
export function acceptedCoding(header: string | string[] | undefined): Coding | undefined {
  if (header === undefined) return undefined
  const accepted = new Set(
    String(header)
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
      .map(([name]) => name),
  )
  return codings.find((coding) => accepted.has(coding))
}
