import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { demo, signInToDemo } from './demo.ts'
import { addresses, at, idsOf } from './demo-screens.ts'
import { patienceMs } from './patience.ts'
import { ownProfile, stopPolls } from './profiles.ts'
import { eventually, type Visit } from './visit.ts'

const pageFolder = join(dirname(import.meta.dirname), 'web', 'dist')

/** Files and questions together, of a browser that has nothing yet. */
const most = 30
const mostKiB = 250

/** What takes more today, and may not take more than that. */
const moreRequests: Readonly<Record<string, number>> = {
  '/': 31,
  // Its jobs end while it loads, and each end is asked for.
  '/activity': 36,
  '/activity/engine': 33,
  '/activity/:view': 32,
  '/jobs/:id': 34,
  '/compare': 35,
  '/alerts': 35,
  '/alerts/:id': 33,
  '/cases/:id': 36,
  '/cases/:id/report': 31,
  '/cases/:caseId/observables/:id': 34,
  '/settings': 33,
}
const moreKiB: Readonly<Record<string, number>> = {
  '/new': 270,
  '/investigations': 260,
  '/investigations/:id': 295,
  '/search': 260,
  '/batch': 260,
  '/activity': 290,
  '/activity/engine': 330,
  '/activity/:view': 297,
  '/jobs/:id': 300,
  '/compare': 300,
  '/alerts': 260,
  '/cases/:id': 268,
  '/cases/:id/report': 287,
  '/welcome': 270,
  '/settings': 340,
}

const isQuestion = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')

/** A moment that differs by a few milliseconds is the same question. */
const roughly = (text: string) =>
  text.replace(/\b1\d{12}\b/g, (moment) => `${Math.round(Number(moment) / 60_000)} min`)

interface Asked {
  readonly queries?: readonly { readonly version?: number; readonly query: object[] }[]
}

/** What a request asks for; several queries in one request are several questions. */
function questionsOf(request: Request): string[] {
  const { pathname, searchParams } = new URL(request.url())
  const body = request.postDataJSON() as Asked | null
  if (pathname === '/api/v1/query/_many')
    return (body?.queries ?? []).map(({ version = 1, query }) =>
      question('POST', `/api/v${version}/query`, '', { query }),
    )
  // Only a name for logs.
  searchParams.delete('name')
  searchParams.delete('range')
  return [question(request.method(), pathname, String(searchParams), body)]
}

/** Without the part of the list that is wanted: two parts of one list are one question too many. */
function question(method: string, path: string, search: string, body: object | null): string {
  const whole = JSON.stringify(body, (key, value) =>
    key === 'range' || key === 'from' || key === 'to' || key === 'extraData' ? undefined : value,
  )
  return roughly(`${method} ${path} ${search} ${whole}`)
}

const repeated = (all: readonly string[]) => [
  ...new Set(all.filter((one, index) => all.indexOf(one) !== index)),
]

/** As it travels: files are packed by the build, answers by the server. */
async function bytesOf(request: Request): Promise<number> {
  const { pathname } = new URL(request.url())
  if (pathname === '/api/events') return 0
  const file = join(pageFolder, pathname)
  if (!isQuestion(request) && pathname !== '/' && existsSync(file))
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
  return (await request.sizes()).responseBodySize
}

interface FirstView {
  readonly path: string
  readonly requests: readonly Request[]
}

async function firstView({ page, context, open }: Visit, path: string): Promise<FirstView> {
  const requests: Request[] = []
  const note = (request: Request) => void requests.push(request)
  const debug = await context.newCDPSession(page)
  await debug.send('Network.clearBrowserCache')
  await debug.detach()
  context.on('request', note)
  await open(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  let before = -1
  let quiet = 0
  await eventually(async () => {
    const isBusy = (await page.locator('[aria-busy="true"]').count()) > 0
    quiet = !isBusy && before === requests.length ? quiet + 1 : 0
    before = requests.length
    return quiet
  }).toBeGreaterThan(4)
  context.off('request', note)
  return { path, requests }
}

const told = (requests: readonly Request[]) =>
  requests.map((request) => `    ${request.method()} ${new URL(request.url()).pathname}`).join('\n')

describeJourneys('first views', demo, (bed) => {
  it.each([
    ['admin', 'the screens', Object.entries(addresses)],
    ['analyst', 'the overview', [['/', '/']] as const],
    ['admin', 'settings', undefined],
    ['root', 'settings of the platform', undefined],
  ] as const)(
    `of %s, %s: at most ${most} requests and ${mostKiB} KiB, and nothing is asked twice`,
    { timeout: 20 * patienceMs },
    async (login, _what, screens) => {
      const visit = await bed.visit(undefined, ownProfile)
      const { page, context } = visit
      await signInToDemo(visit, login)
      const places = page.locator('nav a[href^="/settings/"]')
      if (!screens) {
        await visit.go('/settings')
        await places.first().waitFor()
      }
      const ids = screens && (await idsOf(visit))
      const paths = screens
        ? screens.map(([pattern, address]) => [pattern, at(address, ids as never)] as const)
        : (await places.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))).map(
            (path) => ['/settings', path] as const,
          )
      expect(paths.length).toBeGreaterThan(0)
      // What was read stays fresh however slow the machine is, and is not read again by the clock.
      await stopPolls(context)
      // Only the demonstration has it.
      await context.addInitScript(() => localStorage.setItem('assay.tour', '{"isAway":true}'))
      await context.clock.setFixedTime(Date.now())
      const problems: string[] = []
      const sizes: string[] = []
      for (const [pattern, path] of paths) {
        const look = async () => {
          const { requests } = await firstView(visit, path)
          const kib = Math.ceil(
            (await Promise.all(requests.map(bytesOf))).reduce((sum, one) => sum + one, 0) / 1024,
          )
          sizes.push(`${path}: ${requests.length} requests, ${kib} KiB`)
          const twice = repeated(requests.filter(isQuestion).flatMap(questionsOf))
          return [
            ...(requests.length > (moreRequests[pattern] ?? most)
              ? [`${path} makes ${requests.length} requests:\n${told(requests)}`]
              : []),
            ...(kib > (moreKiB[pattern] ?? mostKiB) ? [`${path} takes ${kib} KiB`] : []),
            ...twice.map((one) => `${path} asks twice: ${one}`),
          ]
        }
        // The demonstration goes on: what changes while a screen loads is asked for again. Not twice in a row.
        if ((await look()).length > 0) problems.push(...(await look()))
      }
      if (process.env.FIRST_VIEWS) process.stderr.write(`${sizes.join('\n')}\n`)
      expect(problems).toEqual([])
    },
  )
})
