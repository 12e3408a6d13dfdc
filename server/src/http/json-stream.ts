import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ownTurn } from '../domain/own-turn.ts'
import { keepRequester } from '../domain/requester.ts'
import type { Batches } from '../domain/rows.ts'

/** Bytes that are written before others get a turn of the event loop. */
const chunkBytes = 65_536

type Parts = AsyncGenerator<string | Uint8Array>

/** A JSON text in parts, for what is too large to be put together. */
export class JsonParts {
  readonly parts: Parts
  constructor(parts: Parts) {
    this.parts = parts
  }
}

/** A row or an answer with attributes that are lists of any length. */
export class WithLists {
  readonly head: object
  readonly lists: Readonly<Record<string, Batches<unknown>>>
  constructor(head: object, lists: Readonly<Record<string, Batches<unknown>>>) {
    this.head = head
    this.lists = lists
  }

  /** Turning it into text in one piece means that streaming was forgotten. */
  toJSON(): never {
    throw new Error('An answer with long lists must be streamed')
  }
}

/** The rows as a JSON array: at once when they are one batch, as most are, else as they are read. */
export async function sendBatches(
  reply: FastifyReply,
  batches: Batches<unknown>,
): Promise<FastifyReply> {
  const source = batches[Symbol.asyncIterator]()
  // Read before the status is sent: what fails here is still answered as an error.
  const first = await source.next()
  const second = first.done ? first : await source.next()
  const rows = first.done ? [] : first.value
  if (second.done && !rows.some((row) => row instanceof WithLists)) return reply.send(rows)
  return sendParts(reply, arrayOf(rows, second, source))
}

/**
 * An error after the first byte ends the connection, so half an answer is never taken for a whole.
 */
export function sendParts(reply: FastifyReply, parts: Parts): FastifyReply {
  if (reply.request.method === 'HEAD') {
    void parts.return(undefined)
    return reply.type(json).send('')
  }
  const paced = pace(parts, keepRequester())
  return reply
    .type(json)
    .send(Readable.from(paced, { objectMode: false, highWaterMark: chunkBytes }))
}

export const partsOf = (value: WithLists): Parts => withLists(value)

const json = 'application/json; charset=utf-8'

async function* arrayOf(
  first: readonly unknown[],
  second: IteratorResult<readonly unknown[]>,
  source: AsyncIterator<readonly unknown[]>,
): Parts {
  try {
    yield '['
    const isAny = { written: false }
    yield* rowsOf(first, isAny)
    for (let next = second; !next.done; next = await source.next()) yield* rowsOf(next.value, isAny)
    yield ']'
  } finally {
    await source.return?.()
  }
}

async function* rowsOf(rows: readonly unknown[], isAny: { written: boolean }): Parts {
  let text = ''
  for (const row of rows) {
    if (isAny.written) text += ','
    isAny.written = true
    if (row instanceof WithLists) {
      yield text
      text = ''
      yield* withLists(row)
    } else text += JSON.stringify(row)
    if (text.length < chunkBytes) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

async function* withLists({ head, lists }: WithLists): Parts {
  const text = JSON.stringify(head)
  let separator = text === '{}' ? '' : ','
  yield text.slice(0, -1)
  for (const [member, batches] of Object.entries(lists)) {
    yield `${separator}${JSON.stringify(member)}:[`
    const isAny = { written: false }
    for await (const rows of batches) yield* rowsOf(rows, isAny)
    yield ']'
    separator = ','
  }
  yield '}'
}

/** Joins small parts into chunks, and gives others a turn after each. */
async function* pace(parts: Parts, inContext: ReturnType<typeof keepRequester>): Parts {
  let waiting = ''
  try {
    for (;;) {
      const { done, value } = await inContext(() => parts.next())
      if (done) break
      if (typeof value === 'string') waiting += value
      if (typeof value === 'string' && waiting.length < chunkBytes) continue
      if (waiting !== '') yield waiting
      if (typeof value !== 'string') yield value
      waiting = ''
      await ownTurn()
    }
    if (waiting !== '') yield waiting
  } finally {
    // The caller may have gone in the midst of it.
    await parts.return(undefined)
  }
}
