import type { Readable, Writable } from 'node:stream'

export interface Forwarding {
  readonly url: string
  readonly key: string
  readonly input: Readable
  readonly output: Writable
}

/** As much as the server reads of one message, and more than it answers. */
export const maxLineBytes = 131_072
const maxAnswerBytes = 1_048_576
/** Below what the server allows for one key. */
const maxAtOnce = 4
const timeoutMs = 180_000

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly _meta?: Record<string, unknown>; readonly [name: string]: unknown }
}

/**
 * Each line is one message, which becomes one request; each answer becomes one line. Nothing is understood here but
 * what the headers of a request need, so a newer revision of the protocol passes through.
 */
export async function forward({ url, key, input, output }: Forwarding): Promise<void> {
  const address = `${url.replace(/\/+$/, '')}/mcp`
  const underWay = new Map<string | number, AbortController>()
  const running = new Set<Promise<void>>()
  let version: string | undefined

  const say = (message: object) => void output.write(`${JSON.stringify(message)}\n`)
  const refuse = (id: Message['id'], code: number, message: string) =>
    say({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })

  const pass = async (message: Message) => {
    const { id, method } = message
    const stop = new AbortController()
    if (id !== undefined) underWay.set(id, stop)
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headersOf(message, version),
        },
        body: JSON.stringify(message),
        // The key is for this server.
        redirect: 'error',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
      })
      const answer = await readAnswer(response)
      if (id === undefined) return
      if (answer === undefined)
        return refuse(id, -32_603, `The server responded with status ${response.status}`)
      if (isMessage(answer)) {
        if (method === 'initialize') version = versionIn(answer) ?? version
        return say(answer)
      }
      const { message: said } = answer as { message?: unknown }
      const about = typeof said === 'string' ? `: ${said}` : ''
      refuse(id, -32_603, `The server responded with status ${response.status}${about}`)
    } catch (error) {
      if (id === undefined || stop.signal.aborted) return
      refuse(id, -32_603, `Cannot reach ${address}: ${reasonOf(error)}`)
    } finally {
      if (id !== undefined) underWay.delete(id)
    }
  }

  for await (const line of linesOf(input)) {
    if (line === undefined) {
      refuse(undefined, -32_600, `A message can have at most ${maxLineBytes} bytes`)
      continue
    }
    const message = parsed(line)
    if (message === undefined) {
      refuse(undefined, -32_700, 'Not a JSON-RPC message')
      continue
    }
    // An answer to a question that the server never asks.
    if (message.method === undefined) continue
    if (message.method === 'notifications/cancelled')
      underWay.get(message.params?.requestId as string)?.abort()
    while (running.size >= maxAtOnce) await Promise.race(running)
    const one: Promise<void> = pass(message).finally(() => running.delete(one))
    running.add(one)
    // What follows is sent with the revision that was agreed on.
    if (message.method === 'initialize') await one
  }
  await Promise.all(running)
}

/** Lines, and nothing in place of one that is too long. */
async function* linesOf(input: Readable): AsyncGenerator<string | undefined> {
  let rest: Buffer = Buffer.alloc(0)
  let isTooLong = false
  for await (const chunk of input) {
    rest = Buffer.concat([rest, Buffer.from(chunk)])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end)
      rest = rest.subarray(end + 1)
      if (isTooLong || line.length > maxLineBytes) yield undefined
      else if (line.toString().trim() !== '') yield line.toString()
      isTooLong = false
    }
    if (rest.length > maxLineBytes) {
      isTooLong = true
      rest = Buffer.alloc(0)
    }
  }
  if (rest.toString().trim() !== '') yield rest.toString()
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The revision of 2026 names in headers what is in the message; that of 2025 only its version. */
function headersOf({ method = '', params }: Message, agreed: string | undefined) {
  const own = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  if (typeof own !== 'string')
    return agreed === undefined || method === 'initialize' ? {} : { 'mcp-protocol-version': agreed }
  const name = params?.name
  return {
    'mcp-protocol-version': own,
    'mcp-method': method,
    ...(typeof name === 'string' && /^[\x21-\x7e]+$/.test(name) ? { 'mcp-name': name } : {}),
  }
}

/** Nothing if there is none, or none that can be read. */
async function readAnswer(response: Response): Promise<object | undefined> {
  const text = await response.text()
  if (text.length > maxAnswerBytes) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const isMessage = (answer: object) => (answer as { jsonrpc?: unknown }).jsonrpc === '2.0'

function versionIn(answer: object): string | undefined {
  const { result } = answer as { result?: { protocolVersion?: unknown } }
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`
  return cause?.code ?? cause?.message ?? message
}
