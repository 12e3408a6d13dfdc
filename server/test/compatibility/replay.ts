import { vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import type { Server } from '../program.ts'

/** What a client sent, and what it reads from the answer. */
export interface Recorded {
  readonly call: string
  readonly as?: 'superadmin'
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** Parts: an object with `filename` is a file, any other one is JSON. */
  readonly form?: Readonly<Record<string, unknown>>
  readonly status: number
  /** Path in the answer → its type, or `{ is: value }`. The empty path is the whole answer. */
  readonly reads?: Readonly<Record<string, string | { is: unknown }>>
  /** Of `X-Total`. */
  readonly total?: number
  /** For an answer that is not JSON: what it looks like. */
  readonly text?: string
  /** Asked again until the answer has these. */
  readonly until?: Readonly<Record<string, unknown>>
  /** Name → path in the answer, for `{name}` in later requests. */
  readonly keep?: Readonly<Record<string, string>>
}

export interface Recording {
  readonly client: string
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly Recorded[]
}

type Names = Record<string, string>

/** Everything that did not come as the client needs it, each with the call. */
export async function replay(
  server: Server,
  { headers, requests }: Recording,
  names: Names,
): Promise<string[]> {
  const problems: string[] = []
  for (const request of requests) {
    const { response, text } = await answered(server, headers, request, names)
    const problem = (what: string) => problems.push(`${request.call}: ${what}`)
    if (response.status !== request.status) {
      problem(`${response.status} instead of ${request.status}: ${text.slice(0, 300)}`)
      continue
    }
    if (request.text !== undefined && !new RegExp(request.text).test(text))
      problem(`the text ${text.slice(0, 100)}`)
    if (request.total !== undefined && response.headers.get('x-total') !== String(request.total))
      problem(`X-Total ${response.headers.get('x-total')}`)
    const body = request.reads || request.keep ? JSON.parse(text) : undefined
    for (const [path, wanted] of Object.entries(request.reads ?? {})) {
      const value = valueAt(body, path)
      const isRight =
        typeof wanted === 'string'
          ? typeOf(value) === wanted
          : JSON.stringify(value) === JSON.stringify(filled(wanted.is, names))
      if (!isRight) problem(`${path || 'the answer'} is ${JSON.stringify(value)?.slice(0, 200)}`)
    }
    for (const [name, path] of Object.entries(request.keep ?? {}))
      names[name] = String(valueAt(body, path))
  }
  return problems
}

async function answered(
  server: Server,
  headers: Recording['headers'],
  request: Recorded,
  names: Names,
): Promise<{ response: Response; text: string }> {
  const until = Object.entries(request.until ?? {})
  return await vi.waitFor(
    async () => {
      const response = await send(server, headers, request, names)
      const text = await response.text()
      const isThere = until.every(([path, wanted]) => valueAt(JSON.parse(text), path) === wanted)
      if (!isThere) throw new Error(`${request.call} is never so: ${text}`)
      return { response, text }
    },
    { timeout: patienceMs, interval: 200 },
  )
}

function send(
  { address }: Server,
  headers: Recording['headers'],
  request: Recorded,
  names: Names,
): Promise<Response> {
  const key = request.as === 'superadmin' ? names.superadminKey : names.key
  const sent = filled({ ...headers, ...request.headers }, { ...names, key: key ?? '' }) as Names
  return fetch(address + filled(request.path, names), {
    method: request.method,
    headers: { ...(request.json !== undefined && { 'Content-Type': 'application/json' }), ...sent },
    ...(request.json !== undefined && { body: JSON.stringify(filled(request.json, names)) }),
    ...(request.form && { body: formOf(request.form) }),
  })
}

function formOf(parts: NonNullable<Recorded['form']>): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    const { filename, text } = part as { filename?: string; text?: string }
    if (filename === undefined) form.set(name, JSON.stringify(part))
    else form.set(name, new File([text ?? ''], filename))
  }
  return form
}

/** `{name}` becomes what was kept under that name. */
function filled(value: unknown, names: Names): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (all, name: string) => names[name] ?? all)
  if (Array.isArray(value)) return value.map((each) => filled(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, names)]))
}

const valueAt = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], value)

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
