import { readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'

const pageFolder = join(dirname(import.meta.dirname), 'web', 'dist')

/** Waits of the server: each holds one of the six connections that a browser opens to a host. */
const longConnection = /^\/api\/(job\/[^/]+\/(waitreport|events)|events|stream\/(?!status$)[^/]+)$/
const maxLongConnections = 2

const watchedEvents = [
  'request',
  'requestfinished',
  'requestfailed',
  'console',
  'weberror',
  'dialog',
  'page',
]

export interface Sent {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Parsed when it is JSON; text otherwise, and undefined without a body. */
  readonly body: unknown
}

export interface Watch {
  /** Everything that the page asked the API for so far, oldest first. */
  sent(method: string, path: string | RegExp): Sent[]
  /** The journey provokes answers with these statuses; the browser's lines about them are fine. */
  expectRefusals(...statuses: number[]): void
  /** The same for answers that may come or not: a request under way at a sign-out is refused. */
  allowRefusals(...statuses: number[]): void
  /** What no journey may show. */
  violations(): string[]
  /** The context is used again, by a journey with its own watch. */
  stop(): void
}

/** Listens to all pages of the context, and is the only one who does. */
export function watch(context: BrowserContext, origin: string): Watch {
  const assets = new Set(filesOfPage())
  const found: string[] = []
  const requests: Request[] = []
  const refusals = new Map<number, number>()
  const open = new Map<Page, Set<Request>>()

  context.on('request', (request) => {
    requests.push(request)
    const problem = judge(request, origin, assets)
    if (problem) found.push(problem)
    const page = pageOf(request)
    if (!page) return
    // The connections of the previous page are gone, though their end may be reported later.
    if (request.isNavigationRequest()) open.delete(page)
    if (!longConnection.test(new URL(request.url()).pathname)) return
    const own = open.get(page) ?? new Set()
    open.set(page, own.add(request))
    if (own.size <= maxLongConnections) return
    const paths = [...own].map((each) => new URL(each.url()).pathname).join(', ')
    found.push(`${own.size} long connections at once: ${paths}`)
  })
  const close = (request: Request) => {
    const page = pageOf(request)
    if (page) open.get(page)?.delete(request)
  }
  context.on('requestfinished', close)
  context.on('requestfailed', close)

  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const status = Number(/the server responded with a status of (4\d\d)/.exec(message.text())?.[1])
    const seen = refusals.get(status)
    if (seen === undefined)
      found.push(`console: ${message.text()} ${message.location().url}`.trim())
    else refusals.set(status, seen + 1)
  })
  context.on('weberror', (error) => found.push(`error in the page: ${error.error().stack}`))
  context.on('dialog', (dialog) => {
    // A page that guards unsaved work may ask before it is left; nothing else opens such a dialog.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    found.push(`dialog (${dialog.type()}): ${dialog.message()}`)
    void dialog.dismiss()
  })
  const watchCrash = (page: Page) => page.on('crash', () => found.push('the page crashed'))
  context.pages().forEach(watchCrash)
  context.on('page', watchCrash)

  return {
    sent: (method, path) =>
      requests.flatMap((request) => {
        const url = new URL(request.url())
        const matches = typeof path === 'string' ? url.pathname === path : path.test(url.pathname)
        if (request.method() !== method || !matches) return []
        return { method, path: url.pathname, query: url.searchParams, body: bodyOf(request) }
      }),
    expectRefusals: (...statuses) => {
      for (const status of statuses) refusals.set(status, refusals.get(status) ?? 0)
    },
    allowRefusals: (...statuses) => {
      for (const status of statuses) if (!refusals.has(status)) refusals.set(status, 1)
    },
    stop: () => {
      for (const event of watchedEvents) context.removeAllListeners(event)
      for (const page of context.pages()) page.removeAllListeners('crash')
    },
    violations: () => [
      ...found,
      ...[...refusals].flatMap(([status, seen]) =>
        seen > 0 ? [] : `an answer ${status} was expected, and none came`,
      ),
    ],
  }
}

function judge(request: Request, origin: string, assets: ReadonlySet<string>): string | undefined {
  const url = new URL(request.url())
  if (url.protocol === 'data:' || url.protocol === 'blob:') return undefined
  if (url.origin !== origin) return `request outside of the origin: ${request.url()}`
  if (url.pathname.startsWith('/api/') || assets.has(url.pathname)) return undefined
  if (request.isNavigationRequest()) return undefined
  return `request to neither /api nor a file of the page: ${request.method()} ${url.pathname}`
}

const filesOfPage = () =>
  readdirSync(pageFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(pageFolder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .map((path) => `/${path}`)

/** A request of a service worker, or of a frame that is gone, has none. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    return undefined
  }
}

function bodyOf(request: Request): unknown {
  const text = request.postData()
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
