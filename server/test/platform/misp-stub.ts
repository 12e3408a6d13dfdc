import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface StubEvent {
  uuid: string
  info: string
  publish_timestamp: string
  [name: string]: unknown
}

/** A MISP server with the two questions that Assay asks; it answers in no order. */
export async function startMisp() {
  const misp = {
    url: '',
    events: [] as StubEvent[],
    status: 200,
    /** What whole events are answered with, instead. */
    whole: undefined as string | undefined,
    asked: [] as Record<string, unknown>[],
    /** Of lists: how many events were asked for whole. */
    get wholeAsked() {
      return misp.asked.filter(({ uuid }) => uuid !== undefined).length
    },
  }
  const answer = (body: Record<string, unknown>): string => {
    if (typeof body.uuid === 'string') {
      if (misp.whole !== undefined) return misp.whole
      const found = misp.events.filter(({ uuid }) => uuid === body.uuid)
      return JSON.stringify({ response: found.map((Event) => ({ Event })) })
    }
    const [from, to] = (body.publish_timestamp as string[]).map(Number) as [number, number]
    const { limit, page, tags } = body as { limit: number; page: number; tags?: { OR: string[] } }
    const found = misp.events
      .filter(({ publish_timestamp: at }) => Number(at) >= from && Number(at) <= to)
      .filter(
        ({ Tag }) =>
          !tags || (Tag as { name: string }[])?.some((one) => tags.OR.includes(one.name)),
      )
      .toReversed()
      .slice((page - 1) * limit, page * limit)
    return JSON.stringify({
      response: found.map(({ Attribute, Object: objects, ...head }) => ({ Event: head })),
    })
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    if (request.url === '/events/restSearch') misp.asked.push(body)
    const isSearch = request.url === '/events/restSearch' && misp.status === 200
    response.writeHead(misp.status, { 'content-type': 'application/json' })
    response.end(isSearch ? answer(body) : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  misp.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return misp
}

export type MispStub = Awaited<ReturnType<typeof startMisp>>

export const uuidNumber = (at: number) => `5d5ed2b0-2b7e-4f0c-9d6c-${String(at).padStart(12, '0')}`
