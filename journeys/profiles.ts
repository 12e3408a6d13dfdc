import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** Gives it back for the next journey; one that failed, or changed its profile, throws it away. */
  release(isClean: boolean): Promise<void>
}

export interface Profiles {
  /** Options make a profile of its own, which nobody gets afterwards. */
  open(options?: BrowserContextOptions): Promise<Profile>
  close(): Promise<void>
}

/** For journeys that change what cannot be changed back: the clock, or scripts before those of the page. */
export const ownProfile: BrowserContextOptions = {}

/**
 * Nothing is asked anew because time has passed: what then shows up by itself came by an event. Before the
 * page is opened, in a profile of its own.
 */
export const stopPolls = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval
  })

/**
 * Browser profiles of one server. One that is used again has the scripts of the page, loaded and compiled:
 * that is two thirds of what it takes to open the page. Nothing else of a journey stays in it.
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
    async open(options) {
      const { context, page } = (options ? undefined : idle.pop()) ?? (await make(options))
      return {
        context,
        page,
        async release(isClean) {
          if (options || !isClean) return discard(context)
          await clean(context, page, origin)
          idle.push({ context, page })
        },
      }
    },
    close: async () => void (await Promise.all([...all].map(discard))),
  }
}

const viewport = { width: 1280, height: 720 }

async function clean(context: BrowserContext, page: Page, origin: string): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto('about:blank')
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,cookies' })
  await debug.detach()
  await context.clearCookies()
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme: null })
}
