import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** Returns it for the next journey; one that failed, or changed its profile, is discarded. */
  release(isClean: boolean): Promise<void>
}

export interface Profiles {
  /** Options other than appearance make a separate profile, which no other journey gets. */
  open(options?: BrowserContextOptions): Promise<Profile>
  close(): Promise<void>
}

/** For journeys that change what cannot be changed back: the clock, or scripts before those of the page. */
export const ownProfile: BrowserContextOptions = {}

/**
 * Nothing is refetched because time has passed: updates then came by an event. Before the page is opened,
 * in a separate profile.
 */
export const stopPolls = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval
  })

/** What a used profile is put back to afterwards: these options need no profile of their own. */
type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>

const isLookOnly = (options: BrowserContextOptions) =>
  options !== ownProfile &&
  Object.keys(options).every((name) => name === 'viewport' || name === 'colorScheme')

/**
 * Browser profiles of one origin. One that is used again has the scripts of the page, loaded and compiled:
 * that is three quarters of what it takes to open the page. Nothing else of a journey stays in it.
 */
export function openProfiles(browser: Browser, origin: string): Profiles {
  const idle: { context: BrowserContext; page: Page }[] = []
  const all = new Set<BrowserContext>()

  async function make(options?: BrowserContextOptions) {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    all.add(context)
    return { context, page: await context.newPage() }
  }

  async function discard(context: BrowserContext) {
    all.delete(context)
    await context.close()
  }

  return {
    async open(options = {}) {
      const isShared = isLookOnly(options)
      const { context, page } = (isShared && idle.pop()) || (await make(options))
      await look(page, options)
      return {
        context,
        page,
        async release(isClean) {
          if (!isShared || !isClean) return discard(context)
          await clean(context, page, origin)
          idle.push({ context, page })
        },
      }
    },
    close: async () => void (await Promise.all([...all].map(discard))),
  }
}

const viewport = { width: 1280, height: 720 }

async function look(page: Page, options: Look): Promise<void> {
  if (options.viewport) await page.setViewportSize(options.viewport)
  if (options.colorScheme) await page.emulateMedia({ colorScheme: options.colorScheme })
}

async function clean(context: BrowserContext, page: Page, origin: string): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll()
  await context.unrouteAll()
  // As a link of the page: an empty page that is opened from outside would have another process, without
  // the compiled scripts.
  await page.evaluate(() => location.assign('about:blank'))
  await page.waitForURL('about:blank')
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,cookies' })
  await debug.detach()
  await context.clearCookies()
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme: null })
}
