import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { readTraceparent } from '../../src/process/tracing.ts'
import { dataFolder, run, start } from '../program.ts'
import { makePeople, runJob } from './world.ts'

interface Exported {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
}

/** What a collector receives, and with which headers. */
async function collector() {
  const spans: Exported[] = []
  const seen: { path: string; key: string; service: string }[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans: {
        resource: { attributes: { key: string; value: { stringValue?: string } }[] }
        scopeSpans: { spans: Exported[] }[]
      }[]
    }
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value
      const key = String(request.headers['x-key'])
      seen.push({ path: request.url ?? '', key, service: service?.stringValue ?? '' })
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { spans, seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('a request, its transaction, its job and its program are one trace, below that of the caller', async () => {
  const { spans, seen, url } = await collector()
  const server = await start({
    ASSAY_DATA_DIR: await dataFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_SERVICE_NAME: 'assay-test',
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  await makePeople(server)

  const job = await runJob(server, { traceparent: `00-${traceId}-${parent}-01` })
  await server.stop()

  expect(job.status).toBe('Success')
  const ours = spans.filter((span) => span.traceId === traceId)
  const one = (name: string, above?: string) =>
    ours.find((span) => span.name === name && (!above || span.parentSpanId === above))
  const request = one('POST /api/analyzer/:id/run')
  expect(request?.parentSpanId).toBe(parent)
  expect(one('transaction', request?.spanId)).toBeDefined()
  const ran = one('job', request?.spanId)
  expect(ran).toBeDefined()
  expect(one('program', ran?.spanId)).toBeDefined()
  expect(one('transaction', ran?.spanId)).toBeDefined()
  for (const span of ours)
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
  expect(seen[0]).toEqual({ path: '/v1/traces', key: 'a key', service: 'assay-test' })
  expect(JSON.stringify(spans)).not.toContain('paypa1.com')
})

it('an address that is none is said before anything starts; an unavailable collector does no harm', async () => {
  const environment = { ASSAY_DATA_DIR: await dataFolder() }
  const wrong = await run({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }).ended
  const server = await start({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  await server.call('GET', '/api/status')
  await server.shows('stderr', 'trace collector rejected or unreachable')

  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('OTEL_EXPORTER_OTLP_ENDPOINT')
  expect(await server.stop()).toMatchObject({ code: 0 })
})

it('takes a traceparent that is one, and nothing else for it', () => {
  const id = '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331'
  const none = [
    undefined,
    '',
    `00-${id}`,
    `ff-${id}-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  ]

  expect(readTraceparent(`00-${id}-00`)).toMatchObject({ isSampled: false })
  expect(none.map(readTraceparent)).toEqual(none.map(() => undefined))
})
