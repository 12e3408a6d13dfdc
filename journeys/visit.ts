import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { checkAccessibility } from './axe.ts'
import { patienceMs } from './patience.ts'
import type { Profile } from './profiles.ts'
import { passwordOf, type Server } from './server.ts'
import { type Watch, watch } from './watch.ts'

export interface Visit extends Pick<Watch, 'sent' | 'expectRefusals'> {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens an address of the page, such as `/jobs?status=Failure`. */
  open(path: string): Promise<void>
  /** The same inside the page, as a link does it: reloading the page takes a second. */
  go(path: string): Promise<void>
  /** As `go`, and nothing of the screen before is left, also where one screen has both addresses. */
  enter(path: string): Promise<void>
  /** By the form, as a person does. */
  signIn(login: string, password?: string): Promise<void>
  /** Waits until the page shows a signed-in user. */
  signedIn(): Promise<void>
  signOut(): Promise<void>
  /** Light and dark, unless one is named. */
  axe(...themes: ('light' | 'dark')[]): Promise<void>
  /** Fails when the page must be scrolled sideways in a window of these widths; 320 px by default. */
  fits(...widths: number[]): Promise<void>
}

/** `await eventually(() => row.textContent()).toBe('Success')`: asks until it is so. */
export const eventually = <T>(read: () => T | Promise<T>) =>
  // To look through a page by roles and names takes the browser longer than many a change of it.
  expect.poll(read, { interval: 100 })

/**
 * One journey in this profile, signed in as `login` if one is given. When the test ends, it fails for
 * what no journey may show, see `watch.ts`, and leaves a screenshot of every failure.
 */
export async function openVisit(profile: Profile, server: Server, login?: string): Promise<Visit> {
  const { context, page } = profile
  context.setDefaultTimeout(patienceMs)
  const watched = watch(context, server.origin)
  onTestFinished(async ({ task }) => {
    // In order: earlier messages of the page have arrived, too.
    const answers = Promise.allSettled(
      context.pages().map((each) => each.evaluate(() => undefined)),
    )
    const isStuck = await Promise.race([
      answers.then(() => false),
      setTimeout(patienceMs, true, { ref: false }),
    ])
    const violations = watched.violations()
    if (isStuck) violations.push('the page no longer answers')
    const isFailed = task.result?.state === 'fail' || violations.length > 0
    if (isFailed && !task.fails) await takePicture(page, task.name)
    await profile.release(!isFailed)
    watched.stop()
    if (violations.length > 0) throw new Error(`Not allowed:\n  ${violations.join('\n  ')}`)
  })
  if (login !== undefined) await signInByApi(context, login)
  return {
    page,
    context,
    sent: watched.sent,
    expectRefusals: watched.expectRefusals,
    open: async (path) => void (await page.goto(path)),
    go: (path) => goInside(page, path),
    enter: async (path) => {
      await goInside(page, '/nowhere')
      await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor()
      await goInside(page, path)
    },
    signIn: (user, password = passwordOf(user)) => signInByForm(page, user, password),
    signedIn: () => accountButton(page).waitFor(),
    signOut: async () => {
      watched.allowRefusals(401)
      await accountButton(page).click()
      // The account screen has a button of this name, too.
      const menu = page.getByRole('dialog', { name: 'Your account' })
      await menu.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    },
    axe: (...themes) => checkAccessibility(page, themes.length > 0 ? themes : undefined),
    fits: (...widths) => checkReflow(page, widths.length > 0 ? widths : [320]),
  }
}

const goInside = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const accountButton = (page: Page) => page.getByRole('button', { name: 'Your account' })

async function signInByApi(context: BrowserContext, login: string): Promise<void> {
  const data = { user: login, password: passwordOf(login) }
  const response = await context.request.post('/api/login', { data })
  if (!response.ok()) throw new Error(`${login} cannot sign in: ${await response.text()}`)
}

async function signInByForm(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function checkReflow(page: Page, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize()
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const { widest, wideDialogs } = await page.evaluate(() => ({
      widest: document.documentElement.scrollWidth,
      // An open dialog is above the page and scrolls separately.
      wideDialogs: [...document.querySelectorAll('dialog[open], dialog[open] > *')]
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => `${part.scrollWidth} px in ${part.clientWidth} px: ${part.textContent}`),
    }))
    if (widest > width)
      problems.push(`${page.url()} is ${widest} px wide in a window of ${width} px`)
    if (wideDialogs.length > 0)
      problems.push(`A dialog of ${page.url()} scrolls sideways: ${wideDialogs.join('\n')}`)
  }
  if (before) await page.setViewportSize(before)
  // The page learns its width when it draws: an earlier key reaches the phone layout.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

let pictures: string | undefined

/** It stays, also at the end of the run: it helps to read the failure. */
async function takePicture(page: Page, name: string): Promise<void> {
  pictures ??= mkdtempSync(join(tmpdir(), 'assay-pictures-'))
  const path = join(pictures, `${name.replace(/\W+/g, '-').slice(0, 80)}-${Date.now()}.png`)
  const problem = await page.screenshot({ path, fullPage: true, timeout: 5_000 }).then(
    () => undefined,
    (error: Error) => error.message.split('\n')[0],
  )
  const shown = problem === undefined ? path : `none (${problem})`
  process.stderr.write(`Picture of "${name}" at ${page.url()}: ${shown}\n`)
}
