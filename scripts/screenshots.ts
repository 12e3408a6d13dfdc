// `npm run screenshots`: the pictures of docs/images, of the built program in its demo mode. Names as
// arguments choose some: `npm run screenshots -- activity report`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Client, contract, createClient } from '@assay/contract'
import type { BrowserContext } from 'playwright-core'
import { findBrowser, howToHaveOne, launch } from '../journeys/browser.ts'
import { type Server, startServer } from '../journeys/server.ts'
import { shrinkPng } from './shrink-png.ts'

type Api = Client<typeof contract>

interface Screen {
  /** Of the file in docs/images. */
  name: string
  /** Without it, no user is signed in. */
  login?: 'analyst' | 'admin' | 'reader' | 'root'
  path: string | ((api: Api) => Promise<string>)
  /** Light on a desktop, unless it says more. */
  looks?: readonly (keyof typeof looks)[]
}

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const looks = {
  light: { suffix: '', colorScheme: 'light', viewport: desktop },
  dark: { suffix: '-dark', colorScheme: 'dark', viewport: desktop },
  phone: { suffix: '-phone', colorScheme: 'light', viewport: phone },
} as const

const pasted = [
  '198.51.100.77',
  'hxxp://update-check[.]example/gate.php',
  'notice@example-bank-login.test',
  '2001:db8::25',
  '10.0.0.5',
  '44d88612fea8a8f36de82e1278abb02f',
  'CVE-2021-44228',
]

const screens: Screen[] = [
  { name: 'sign-in', path: '/' },
  { name: 'overview', login: 'admin', path: '/', looks: ['light', 'dark', 'phone'] },
  {
    name: 'new-analysis',
    login: 'analyst',
    path: `/new?${new URLSearchParams({ data: pasted.join('\n') })}`,
  },
  { name: 'activity', login: 'analyst', path: '/activity', looks: ['light', 'phone'] },
  { name: 'report', login: 'analyst', path: reportOf('mail'), looks: ['light', 'dark'] },
  {
    name: 'value',
    login: 'analyst',
    path: '/observables?type=domain&value=example-bank-login.test',
    looks: ['light', 'dark', 'phone'],
  },
  { name: 'alerts', login: 'analyst', path: '/alerts', looks: ['light', 'phone'] },
  { name: 'investigation', login: 'analyst', path: investigation },
  { name: 'search', login: 'analyst', path: '/search?q=bank' },
  { name: 'case', login: 'analyst', path: worstCase, looks: ['light', 'dark'] },
  { name: 'tasks', login: 'analyst', path: '/tasks?view=waiting' },
  {
    name: 'settings',
    login: 'admin',
    path: '/settings/analyzers/Assay_Domain_1_0',
    looks: ['light', 'dark'],
  },
]

/** The newest report about a file of this kind that found something bad. */
function reportOf(word: string) {
  return async (api: Api) => {
    const { rows } = await api.searchJobs({
      query: { _and: [{ status: 'Success' }, { dataType: 'file' }] },
      range: '0-200',
    })
    const summaries = await api.jobSummaries({ jobIds: rows.map(({ id }) => id) })
    const isBad = ({ id }: { id: string }) =>
      summaries[id]?.taxonomies.some(({ level }) => level === 'malicious' || level === 'suspicious')
    const found = rows.find((job) => isBad(job) && job.workerName.toLowerCase().includes(word))
    return `/jobs/${(found ?? rows.find(isBad) ?? rows[0])?.id}`
  }
}

async function investigation(api: Api): Promise<string> {
  const { rows } = await api.listInvestigations({ range: '0-1' })
  return `/investigations/${rows[0]?.id}`
}

async function worstCase(api: Api): Promise<string> {
  const cases = (await api.queryV1({
    query: [{ _name: 'listCase' }, { _name: 'sort', _fields: [{ number: 'desc' }] }],
  })) as { _id: string; flag: boolean }[]
  return `/cases/${(cases.find(({ flag }) => flag) ?? cases[0])?._id}`
}

const folder = join(dirname(import.meta.dirname), 'docs', 'images')

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !screens.some((screen) => screen.name === name))
  if (unknown.length > 0) throw new Error(`There is no screen ${unknown.join(', ')}`)
  const executable = findBrowser()
  if (executable === undefined) throw new Error(howToHaveOne)
  mkdirSync(folder, { recursive: true })
  const server = await startDemo()
  try {
    const browser = await launch(executable)
    try {
      for (const screen of screens)
        if (names.length === 0 || names.includes(screen.name))
          for (const look of screen.looks ?? ['light']) {
            const { suffix, ...options } = looks[look]
            const context = await browser.newContext({
              baseURL: server.origin,
              reducedMotion: 'reduce',
              locale: 'en-GB',
              ...options,
            })
            await take(context, server, screen, join(folder, `${screen.name}${suffix}.png`))
            await context.close()
          }
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

/** The demo brings its own users and workers. */
async function startDemo(): Promise<Server> {
  const environment = { ASSAY_ANALYZER_URLS: '', ASSAY_RESPONDER_URLS: '' }
  try {
    return await startServer({ empty: true, args: ['--demo'], environment })
  } catch (error) {
    if (!String(error).includes("unknown option '--demo'")) throw error
    throw new Error('The built program has no demo mode, and without one there is nothing to show')
  }
}

async function take(context: BrowserContext, server: Server, screen: Screen, file: string) {
  let path = screen.path
  if (screen.login !== undefined) await signIn(context, server, screen.login)
  if (typeof path === 'function') path = await path(await apiOf(context, server))
  const page = await context.newPage()
  // The tour would cover the subject of the screenshot.
  await page.addInitScript(() => localStorage.setItem('assay.tour', '{"isAway":true}'))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Live connections never end, so "no traffic" never comes: the page itself says when it is idle.
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  // Findings and counts arrive after the rows they belong to.
  await page.waitForTimeout(1500)
  const shrunk = shrinkPng(await page.screenshot({ animations: 'disabled' }))
  writeFileSync(file, shrunk)
  console.log(`${Math.ceil(shrunk.length / 1024)} KiB ${file}`)
}

async function signIn(context: BrowserContext, server: Server, login: string): Promise<void> {
  const { config } = await server.as().status()
  const user = config.demoUsers?.find((each) => each.login === login)
  if (!user) throw new Error(`The demo has no user ${login}`)
  const data = { user: login, password: user.password }
  const response = await context.request.post('/api/login', { data })
  if (!response.ok()) throw new Error(`${login} cannot sign in: ${await response.text()}`)
}

/** The contract's client with the session of the browser. */
async function apiOf(context: BrowserContext, server: Server): Promise<Api> {
  const cookies = await context.cookies()
  const csrf = cookies.find(({ name }) => name === 'CORTEX-XSRF-TOKEN')?.value ?? ''
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return createClient(contract, {
    baseUrl: server.origin,
    headers: () => ({ cookie, 'X-CORTEX-XSRF-TOKEN': csrf }),
  })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
