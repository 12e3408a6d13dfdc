/*
 * The first script of the page, in a small file that imports nothing. While the others are still on
 * their way, it asks the server what the screen at this address is going to ask, and names the files
 * of that screen to the browser. On a slow line each of these is a round trip less. Nothing depends on
 * it: what was not asked early is asked later.
 */

import type { ValueName } from '@assay/contract'

/** As in `base/routing/base.ts`. */
const script = import.meta.url
const base = import.meta.env.PROD ? new URL('..', script).pathname.replace(/\/$/, '') : ''

/** Nothing for a call that will not be sent early after all. */
type Early = Promise<Response | undefined>

const answers = new Map<string, Early>()

const keyOf = (method: string, address: string, body: unknown) =>
  `${method} ${address} ${body ?? ''}`

/** The answer to exactly this call, if it is asked early; each is taken once. */
export function takeEarly(address: string, init: RequestInit): Early | undefined {
  const key = keyOf(init.method ?? 'GET', address, init.body)
  const found = answers.get(key)
  answers.delete(key)
  return found
}

/** No answer for one user may be shown to the next, and none that has become old. */
export const forgetEarly = (): void => answers.clear()

/** Sent when `before` says so; known as sent from now on, so it is not sent twice. */
function ask(
  path: string,
  input?: object,
  before: Promise<boolean> = Promise.resolve(true),
): Early {
  const body = input && JSON.stringify(input)
  const method = body === undefined ? 'GET' : 'POST'
  const headers = { accept: 'application/json, text/plain' }
  // Before the files, which come over the same few connections: more questions wait for the answer.
  const priority = 'high'
  const send = () =>
    fetch(
      base + path,
      body === undefined
        ? { headers, priority }
        : { method, body, priority, headers: { ...headers, ...ofChange() } },
    )
  const answer = before.then(
    (isWanted) => (isWanted ? send() : undefined),
    () => undefined,
  )
  // Whoever takes it sees the error; it may also be that it is never taken.
  answer.catch(() => undefined)
  answers.set(keyOf(method, base + path, body), answer)
  return answer
}

/** As `base/api.ts` sends them. */
const ofChange = (): Record<string, string> => ({
  'content-type': 'application/json',
  'X-CORTEX-XSRF-TOKEN': /(?:^|;\s*)CORTEX-XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '',
})

const json = async (answer: Early) => (await answer)?.clone().json()

/** One after the other: a question that will be refused would only fill the console. */
function askEarly(path: string, params: URLSearchParams): void {
  void ask('/api/status')
  const isSignedIn = json(ask('/api/stream/status')).then((session) => session?.remaining > 0)
  const user = ask('/api/user/current', undefined, isSignedIn)
  const mayRead = json(user).then(
    (found) =>
      found?.mustSetUpSecondFactor !== true &&
      found?.roles?.some((role: string) => readers.includes(role)) === true,
  )
  const subject = path === '/observables' ? subjectIn(params) : undefined
  if (subject) void ask('/api/value', subject, mayRead)
  else mayRead.catch(() => undefined)
}

/** See `rightsOf`. */
const readers = ['read', 'analyze', 'orgadmin']

const sha256 = /^[0-9a-f]{64}$/i

/** The observable that the address names. A file goes by its hash; older addresses had it as `value`. */
export function subjectIn(params: URLSearchParams): ValueName | undefined {
  const dataType = params.get('type') ?? ''
  const value = params.get('value') ?? ''
  const hash = params.get('hash') ?? (dataType === 'file' && sha256.test(value) ? value : '')
  if (dataType === '') return undefined
  if (sha256.test(hash)) return { dataType, hash: hash.toLowerCase() }
  return value === '' || dataType === 'file' ? undefined : { dataType, data: value }
}

/** Written into the document by the build, see `vite.config.ts`. */
export interface Pieces {
  readonly files: readonly string[]
  /** By the pattern of their address: numbers of `files`, then those of their texts by language. */
  readonly screens: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
}

/** The files of the screen at this path, in this language. */
export function piecesAt({ files, screens }: Pieces, path: string, language: string): string[] {
  const parts = path.split('/')
  const isAt = (pattern: string) => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  }
  const found = Object.keys(screens).find(isAt)
  const numbers = found === undefined ? undefined : screens[found]
  return [...(numbers?.all ?? []), ...(numbers?.[language] ?? numbers?.en ?? [])].flatMap(
    (number) => files[number] ?? [],
  )
}

/** See `base/preferences.ts`. */
function language(): string {
  try {
    const { language: chosen } = JSON.parse(localStorage.getItem('assay.preferences') ?? '{}')
    if (typeof chosen === 'string') return chosen
  } catch {}
  return navigator.language.slice(0, 2)
}

function preload(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `${base}/assets/${file}`
  document.head.append(link)
}

function start(): void {
  const path = location.pathname.slice(base.length) || '/'
  askEarly(path, new URLSearchParams(location.search))
  const pieces = document.getElementById('pieces')?.textContent
  if (!pieces) return
  for (const file of piecesAt(JSON.parse(pieces), path, language())) preload(file)
}

// Not in tests, where there is neither a page nor a server.
if (typeof document !== 'undefined' && import.meta.env.MODE !== 'test') start()
