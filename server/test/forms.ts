import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { TestApp } from './setup.ts'

export type Values = Record<string, unknown>

export interface Part {
  name: string
  value: string | Buffer
  /** With a file name the part is a file. */
  filename?: string
  type?: string
}

type Encoded = Pick<InjectOptions, 'payload' | 'headers'> & { search: string }

/** The four ways in which a caller may send the same input. */
export const forms: readonly { form: string; encode(values: Values): Encoded }[] = [
  { form: 'query string', encode: (values) => ({ search: `?${urlEncoded(values)}` }) },
  {
    form: 'URL-encoded form',
    encode: (values) => ({
      search: '',
      payload: urlEncoded(values),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  {
    form: 'multi-part with a typed _json part',
    encode: (values) => ({
      search: '',
      ...multipart({ name: '_json', value: JSON.stringify(values), type: 'application/json' }),
    }),
  },
  {
    form: 'multi-part with an untyped _json part',
    encode: (values) => ({
      search: '',
      ...multipart({ name: '_json', value: JSON.stringify(values) }),
    }),
  },
  { form: 'JSON', encode: (values) => ({ search: '', ...json(values) }) },
]

export const json = (value: unknown, type = 'application/json') => ({
  payload: JSON.stringify(value),
  headers: { 'content-type': type },
})

export function urlEncoded(values: Values): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value])
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
  }
  return search.toString()
}

export function multipart(...parts: Part[]) {
  const boundary = `----${randomUUID()}`
  const chunks = parts.flatMap((part) => [head(boundary, part), Buffer.from(part.value), '\r\n'])
  return {
    payload: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** The header of a part. */
export function head(boundary: string, { name, filename, type }: Omit<Part, 'value'>): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`
}

/** Every file below the blob store: staged and kept ones, with their path. */
export async function storedFiles({ deps }: TestApp): Promise<string[]> {
  const folder = join(deps.config.data.dir, 'blobs')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Lets the server listen on a free port of the loopback address. */
export async function listen({ http }: TestApp): Promise<number> {
  await http.listen({ host: '127.0.0.1', port: 0 })
  const address = http.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A connection without any library in between, for what no library would send. */
export async function openSocket(
  port: number,
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const { promise, resolve } = Promise.withResolvers<string>()
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve(received))
  return { socket, answer: promise }
}
