import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { findBrowser, howToHaveOne, launch } from '../journeys/browser.ts'
import { newFolder } from './bare.ts'
import { type Served, serveIn } from './child.ts'
import type { Aim, Measurement, Told } from './result.ts'

/** A slow line: 60 KB a second in both directions, and 400 ms before each answer begins. */
const line = { offline: false, latency: 400, downloadThroughput: 60_000, uploadThroughput: 60_000 }
/** The view is complete when nothing was requested or received for so long, or has been for so long. */
const [quietMs, atMostMs] = [1_500, 15_000]
const user = { user: 'analyst', password: 'demo-analyst' }

/**
 * The first and the second view of an observable and of the overview over a slow line, with the data of
 * the demo. Requests, bytes and shifts are counted; the seconds depend on the load of the machine, too.
 */
export const measurePage: Measurement = async (options) => {
  const path = findBrowser()
  if (path === undefined) return [{ name: 'page', skipped: howToHaveOne }]
  const folder = await newFolder(options.folder, 'page')
  const server = await serveIn(
    [options.program, '--demo'],
    {
      ASSAY_DATA_DIR: `${folder}/data`,
      ASSAY_HTTP_HOST: '127.0.0.1',
      ASSAY_HTTP_PORT: '0',
      ASSAY_HTTP_DRAINPERIOD: '0',
    },
    `${folder}/log`,
  )
  const browser = await launch(path)
  try {
    return [
      await visitTwice('page, observable', browser, server, {
        address: pathOfMalicious,
        seen: '.value-band-word',
        aims: {
          'first view: requests': { atMost: 30 },
          'first view: KiB': { atMost: 250 },
          'first view: seconds to the answer': { atMost: 6 },
          'second view: seconds to the answer': { atMost: 2.5 },
        },
      }),
      await visitTwice('page, overview', browser, server, {
        address: async () => '/',
        seen: '.overview-engine',
        aims: { 'first view: largest API answer, KiB': { atMost: 64 } },
      }),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

interface Place {
  address(context: BrowserContext): Promise<string>
  /** What the view is opened for. */
  readonly seen: string
  readonly aims: Record<string, Aim>
}

async function visitTwice(
  name: string,
  browser: Browser,
  { url }: Served,
  { address, seen, aims }: Place,
): Promise<Told> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  try {
    await context.request.post('/api/login', { data: user })
    const path = await address(context)
    const page = await context.newPage()
    await page.addInitScript(observe, seen)
    const first = await view(page, path, seen)
    await page.goto('about:blank')
    const second = await view(page, path, seen)
    const named = (which: string, numbers: Record<string, number>) =>
      Object.fromEntries(
        Object.entries(numbers).map(([label, value]) => [`${which} view: ${label}`, value]),
      )
    return {
      name,
      what: `opened twice at 60 KB/s and 400 ms: ${name.split(', ')[1]}`,
      numbers: { ...named('first', first), ...named('second', second) },
      aims: {
        'first view: layout shift': { atMost: 0.02 },
        'first view: API answers above 1 KiB, not compressed': { atMost: 0 },
        ...aims,
      },
    }
  } finally {
    await context.close()
  }
}

async function pathOfMalicious({ request }: BrowserContext): Promise<string> {
  const { cookies } = await request.storageState()
  const token = cookies.find(({ name }) => name === 'CORTEX-XSRF-TOKEN')?.value ?? ''
  const found = await request.post('/api/value/_search', {
    data: { level: 'malicious', range: '0-50' },
    headers: { 'X-CORTEX-XSRF-TOKEN': token },
  })
  const rows = (await found.json()) as { dataType: string; data?: string }[]
  const row = rows.find(({ dataType }) => dataType === 'domain') ?? rows[0]
  if (!row?.data) throw new Error(`The demo has no malicious domain: ${JSON.stringify(rows)}`)
  return `/observables?${new URLSearchParams({ type: row.dataType, value: row.data })}`
}

interface Observed {
  shift: number
  /** What moved, and when. */
  moved: string[]
  seenMs?: number
}

/** Runs in the page, before its scripts. */
function observe(selector: string): void {
  // The tour is part of the demo only.
  localStorage.setItem('assay.tour', '{"step":0,"isAway":true}')
  const observed: Observed = { shift: 0, moved: [] }
  Object.assign(globalThis, { observed })
  // The types of Node know no page.
  const { document, requestAnimationFrame } = globalThis as unknown as {
    document: { querySelector(selector: string): unknown }
    requestAnimationFrame(then: () => void): void
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        sources: { node?: { className?: string; nodeName: string } | null }[]
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) observed.shift += value
      if (!hadRecentInput)
        observed.moved.push(
          `${value.toFixed(4)} at ${entry.startTime.toFixed(0)}: ${sources
            .map(({ node }) => node?.className ?? node?.nodeName)
            .join(', ')}`,
        )
    }
  }).observe({ type: 'layout-shift' as never, buffered: true })
  const look = () => {
    if (document.querySelector(selector) === null) return void requestAnimationFrame(look)
    observed.seenMs = performance.now()
  }
  look()
}

async function view(page: Page, path: string, seen: string): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  const traffic = watchTraffic(session)
  await page.goto(path, { timeout: 120_000, waitUntil: 'commit' })
  await page.locator(seen).first().waitFor({ timeout: 120_000 })
  await traffic.quiet()
  const {
    shift,
    moved,
    seenMs = Number.NaN,
  } = await page.evaluate(() => (globalThis as unknown as { observed: Observed }).observed)
  await session.detach()
  const all = traffic.received()
  const sum = (some: readonly Received[]) => some.reduce((total, { bytes }) => total + bytes, 0)
  const fetched = all.filter(({ isCached }) => !isCached)
  const ofApi = fetched.filter(({ path: asked }) => asked.startsWith('/api/'))
  const plain = ofApi.filter(({ decoded, isPacked }) => decoded > 1024 && !isPacked)
  if (process.env.BENCH_SHOW) {
    for (const one of fetched)
      console.log(one.startedMs.toFixed(0), one.endedMs.toFixed(0), one.bytes, one.path)
    for (const shown of moved) console.log(shown)
  }
  return {
    'seconds to the answer': seenMs / 1000,
    requests: fetched.length,
    scripts: fetched.filter(({ path: asked }) => asked.endsWith('.js')).length,
    'API requests': ofApi.length,
    KiB: sum(fetched) / 1024,
    'KiB of the API': sum(ofApi) / 1024,
    'largest API answer, KiB': Math.max(0, ...ofApi.map(({ decoded }) => decoded)) / 1024,
    'API answers above 1 KiB, not compressed': plain.length,
    'layout shift': shift,
  }
}

interface Received {
  path: string
  /** As it travels, with its headers. */
  bytes: number
  decoded: number
  isPacked: boolean
  isCached: boolean
  startedMs: number
  endedMs: number
}

function watchTraffic(session: CDPSession) {
  const byId = new Map<string, Received>()
  const started = performance.now()
  let lastAt = started
  const change = (id: string, apply: (one: Received) => void) => {
    lastAt = performance.now()
    const one = byId.get(id)
    if (one) apply(one)
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    lastAt = performance.now()
    const url = new URL(request.url)
    if (!url.protocol.startsWith('http')) return
    const now = lastAt - started
    byId.set(requestId, {
      path: `${url.pathname}${url.search}`,
      bytes: 0,
      decoded: 0,
      isPacked: false,
      isCached: false,
      startedMs: now,
      endedMs: 0,
    })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) =>
    change(requestId, (one) => {
      one.isCached = true
    }),
  )
  session.on('Network.responseReceived', ({ requestId, response }) =>
    change(requestId, (one) => {
      one.isCached ||= response.fromDiskCache === true
      one.isPacked = Object.keys(response.headers).some(
        (name) => name.toLowerCase() === 'content-encoding',
      )
    }),
  )
  session.on('Network.dataReceived', ({ requestId, dataLength }) =>
    change(requestId, (one) => {
      one.decoded += dataLength
    }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    change(requestId, (one) => {
      one.bytes = encodedDataLength
      one.endedMs = lastAt - started
    }),
  )
  return {
    received: () => [...byId.values()],
    async quiet() {
      const until = performance.now() + atMostMs
      while (performance.now() - lastAt < quietMs && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 200))
    },
  }
}
