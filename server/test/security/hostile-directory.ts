import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** One element of BER, of any tag. */
export function element(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(6)
  head[0] = tag
  head[1] = 0x84
  head.writeUInt32BE(content.length, 2)
  return Buffer.concat([head, content])
}

const int = (tag: number, value: number) => Buffer.from([tag, 1, value])
export const text = (value: string) => element(0x04, value)
export const message = (id: number, operation: Buffer) => element(0x30, int(0x02, id), operation)

/** A result, with where to ask instead. */
export const result = (tag: number, code: number, elsewhere: readonly string[] = []) =>
  element(
    tag,
    int(0x0a, code),
    text(''),
    text(''),
    ...(elsewhere.length > 0 ? [element(0xa3, ...elsewhere.map(text))] : []),
  )

export const entry = (dn: string, attributes: Record<string, readonly string[]>) =>
  element(
    0x64,
    text(dn),
    element(
      0x30,
      ...Object.entries(attributes).map(([type, values]) =>
        element(0x30, text(type), element(0x31, ...values.map(text))),
      ),
    ),
  )

export interface Asked {
  readonly id: number
  readonly operation: 'bind' | 'search' | 'extended' | 'other'
  /** Of a bind: who, and the password. */
  readonly dn: string
  readonly password: string
  /** Of a search. */
  readonly filter: Element | undefined
}

export interface Element {
  readonly tag: number
  readonly content: Buffer
}

export function elements(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0
    const digits = first < 0x80 ? 0 : first - 0x80
    const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits)
    const begin = at + 2 + digits
    found.push({ tag: bytes[at] ?? 0, content: bytes.subarray(begin, begin + length) })
    at = begin + length
  }
  return found
}

const kinds: Readonly<Record<number, Asked['operation']>> = {
  96: 'bind',
  99: 'search',
  119: 'extended',
}

function askedBy(bytes: Buffer): Asked[] {
  return elements(bytes).map(({ content }) => {
    const [id, operation] = elements(content)
    const operationKind = kinds[operation?.tag ?? 0] ?? 'other'
    const parts = operationKind === 'other' ? [] : elements(operation?.content ?? Buffer.alloc(0))
    return {
      id: id?.content.at(-1) ?? 0,
      operation: operationKind,
      dn: String(parts[1]?.content ?? ''),
      password: operationKind === 'bind' ? String(parts[2]?.content ?? '') : '',
      filter: operationKind === 'search' ? parts[6] : undefined,
    }
  })
}

export type Talk = (asked: Asked, socket: Socket) => Buffer[] | undefined

/** A directory that says what it likes; its searches succeed, and it accepts every sign-in. */
export async function startHostileDirectory(talk: Talk) {
  const asked: Asked[] = []
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      // Not an LDAP message: the start of TLS.
      if (bytes[0] !== 0x30) return void asked.push({ ...nothing, operation: 'other' })
      for (const one of askedBy(bytes)) {
        asked.push(one)
        const answers = talk(one, socket) ?? usual(one)
        socket.write(Buffer.concat(answers))
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `ldap://127.0.0.1:${port}`, port, asked, calls: () => calls }
}

const nothing: Asked = { id: 0, operation: 'other', dn: '', password: '', filter: undefined }

const usual = ({ id, operation }: Asked): Buffer[] => {
  if (operation === 'bind') return [message(id, result(0x61, 0))]
  if (operation === 'search') return [message(id, result(0x65, 0))]
  return operation === 'extended' ? [message(id, result(0x78, 0))] : []
}
