import { AppError } from '../../domain/errors.ts'
import type { MispSetting } from '../../settings/misp-servers.ts'
import { maxBytes, parseEvent } from './import.ts'
import type { Source } from './pull-store.ts'
import { ask, askForBytes, reasonOf } from './server.ts'

/** An event as lists name it. */
export interface Published {
  readonly event: string
  /** Seconds. */
  readonly at: number
  /** As the list has it, without attributes. */
  readonly head: Readonly<Record<string, unknown>>
}

/** In our words, for administrators: what a server answers may contain what it was sent. */
export class PullProblem extends Error {}

const perPage = 500
const maxPages = 40
/** MISP says that an event is published before others can read it. */
const overlap = 300
/** Not divided further: it must end behind the position by more than the overlap takes back. */
const shortest = 4 * overlap

/**
 * Those that were published since `position`, of the oldest span that fits into one answer: servers say in no
 * order what they have, and an order that is not theirs would skip some.
 */
export async function publishedSince(
  source: Source,
  position: number,
  now: number,
): Promise<{ readonly found: readonly Published[]; readonly upTo: number | undefined }> {
  const from = Math.max(0, position - overlap)
  const end = now + 86_400
  let to = end
  let page = await listed(source, [from, to], 1)
  while (page.length >= perPage && to - from > shortest) {
    to = from + Math.ceil((to - from) / 2)
    page = await listed(source, [from, to], 1)
  }
  const found = [...page]
  for (let at = 2; page.length >= perPage && at <= maxPages; at += 1) {
    page = await listed(source, [from, to], at)
    found.push(...page)
  }
  const inside = found.filter(({ at }) => at >= from && at <= to)
  inside.sort((a, b) => a.at - b.at || (a.event < b.event ? -1 : 1))
  return { found: inside, upTo: to < end ? to : undefined }
}

async function listed(source: Source, span: readonly number[], page: number): Promise<Published[]> {
  const { tags } = source.import
  const answer = await questioned(source, () =>
    ask(source, '/events/restSearch', {
      ...{ returnFormat: 'json', metadata: true, published: true, limit: perPage, page },
      publish_timestamp: span.map(String),
      ...(tags !== undefined && { tags: { OR: tags } }),
    }),
  )
  let json: unknown
  try {
    json = JSON.parse(answer.text)
  } catch {
    throw new PullProblem('returned no usable response')
  }
  return eventsIn(json).flatMap((head) => {
    const at = Number(head.publish_timestamp)
    const event = typeof head.uuid === 'string' ? head.uuid.toLowerCase() : ''
    return Number.isSafeInteger(at) && uuidForm.test(event) ? [{ event, at, head }] : []
  })
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function eventsIn(json: unknown): Record<string, unknown>[] {
  const list = isObject(json) ? json.response : json
  if (!Array.isArray(list)) throw new PullProblem('returned no usable response')
  return list.map((one) => (isObject(one) ? (one.Event ?? one) : undefined)).filter(isObject)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whole, or undefined where it is larger than what is read. */
export async function eventOf(source: Source, { event }: Published): Promise<unknown> {
  const body = { returnFormat: 'json', uuid: event, published: true }
  let bytes: ArrayBuffer
  try {
    const response = await questioned(source, () =>
      askForBytes(source, '/events/restSearch', { body, bytes: maxBytes }),
    )
    bytes = await response.arrayBuffer()
  } catch (error) {
    if (error instanceof Error && /^The response exceeds/.test(error.message)) return undefined
    throw error
  }
  try {
    const json = await parseEvent(new Uint8Array(bytes))
    return eventsIn(json)[0] ?? {}
  } catch (error) {
    if (error instanceof AppError || error instanceof PullProblem) return {}
    throw error
  }
}

async function questioned<T extends { readonly status: number }>(
  { name }: MispSetting,
  question: () => Promise<T>,
): Promise<T> {
  let answer: T
  try {
    answer = await question()
  } catch (error) {
    if (error instanceof Error && /^The response exceeds/.test(error.message)) throw error
    throw new PullProblem(`The MISP server ${name} ${reasonOf(error)}`)
  }
  const { status } = answer
  // guard: server/test/platform/misp-pull.test.ts
  if (status === 401 || status === 403)
    throw new PullProblem(`The MISP server ${name} rejected the key in platform.misp`)
  // guard: server/test/platform/misp-pull.test.ts
  if (status < 200 || status > 299)
    throw new PullProblem(`The MISP server ${name} responded with HTTP status ${status}`)
  return answer
}
