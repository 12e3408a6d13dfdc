import { AppError } from '../../domain/errors.ts'
import { exchange } from '../../http/outgoing.ts'
import type { MispSetting } from '../../settings/misp-servers.ts'

const timeoutMs = 30_000
const statusTimeoutMs = 5_000
const answerBytes = 16 * 1024 ** 2

interface Answer {
  readonly status: number
  readonly text: string
}

/** Redirects are not followed: the key is for this server alone. */
export async function ask(
  server: MispSetting,
  path: string,
  body?: object,
  timeout = timeoutMs,
): Promise<Answer> {
  const response = await askForBytes(server, path, { body, timeout, bytes: answerBytes })
  return { status: response.status, text: await response.text() }
}

export async function askForBytes(
  { url, key }: MispSetting,
  path: string,
  { body, timeout, bytes }: { body?: object | undefined; timeout?: number; bytes: number },
): Promise<Response> {
  return exchange(new URL(`${url.replace(/\/+$/, '')}${path}`), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: key,
      accept: 'application/json',
      'user-agent': 'Assay',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs: timeout ?? timeoutMs,
    answerBytes: bytes,
  })
}

const isGood = ({ status }: Answer) => status >= 200 && status <= 299

/** A new event; one that was sent before is brought up to date. */
export async function sendEvent(
  server: MispSetting,
  event: { readonly Event?: unknown },
): Promise<void> {
  let answer: Answer
  try {
    answer = await ask(server, '/events/add', event)
    // Which status it gives to an event that it has differs between its versions; the words do not.
    if (!isGood(answer) && /already exists/i.test(answer.text)) {
      const { uuid } = event.Event as { uuid: string }
      answer = await ask(server, `/events/edit/${uuid}`, event)
    }
  } catch (error) {
    throw new AppError('EngineError', `The MISP server ${server.name} ${reasonOf(error)}`)
  }
  if (isGood(answer)) return
  if (answer.status === 401 || answer.status === 403)
    throw new AppError(
      'EngineError',
      `The MISP server ${server.name} rejected the key in platform.misp`,
    )
  throw new AppError(
    'EngineError',
    `The MISP server ${server.name} rejected the event (HTTP status ${answer.status})`,
  )
}

/** Messages of Node name the addresses behind a host name; only its codes are for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `did not respond within ${timeoutMs / 1000} s`
  const { code } = error as { code?: unknown }
  return `returned no usable response${typeof code === 'string' ? ` (${code})` : ''}`
}

/** Never rejects. */
export async function statusOf(server: MispSetting) {
  const { name } = server
  try {
    const answer = await ask(server, '/servers/getVersion', undefined, statusTimeoutMs)
    if (answer.status === 401 || answer.status === 403)
      return { name, version: '', status: 'AUTH_ERROR' as const }
    const version: unknown = isGood(answer) ? JSON.parse(answer.text).version : undefined
    return typeof version === 'string'
      ? { name, version: version.slice(0, 64), status: 'OK' as const }
      : { name, version: '', status: 'ERROR' as const }
  } catch {
    return { name, version: '', status: 'ERROR' as const }
  }
}
