import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const browserPackage = 'chromium-headless-shell'

export const howToHaveOne =
  'no browser found: install Chromium or Chrome, or set CHROME_PATH to one, or run npx playwright-core install chromium'

/** `CHROME_PATH`, then what is installed on the machine, then what Playwright downloaded. */
export function findBrowser(environment = process.env): string | undefined {
  const { CHROME_PATH } = environment
  // A choice that cannot be met is reported; another browser than the requested one would be
  // confusing.
  if (CHROME_PATH) {
    if (existsSync(CHROME_PATH)) return CHROME_PATH
    throw new Error(`CHROME_PATH is ${CHROME_PATH}, and there is no such file`)
  }
  return [...installed(environment), ...downloaded(environment)].find((path) => existsSync(path))
}

function installed({ PATH = '', ...environment }: NodeJS.ProcessEnv): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
        ['Chromium', 'Google Chrome'].map((name) =>
          join(folder, `${name}.app`, 'Contents', 'MacOS', name),
        ),
      )
    case 'win32':
      return ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)']
        .flatMap((name) => environment[name] ?? [])
        .flatMap((folder) =>
          ['Chromium', 'Google\\Chrome'].map((name) =>
            join(folder, name, 'Application', 'chrome.exe'),
          ),
        )
    default: {
      const names = [
        // Has no windows: it takes two thirds of the processor time.
        browserPackage,
        'chromium',
        'chromium-browser',
        'google-chrome',
        'google-chrome-stable',
        'chrome',
      ]
      const folders = [...PATH.split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin']
      return names.flatMap((name) => folders.map((folder) => join(folder, name)))
    }
  }
}

/** The one that this version of Playwright needs, or any other in its cache. */
function downloaded(environment: NodeJS.ProcessEnv): string[] {
  const cache =
    environment.PLAYWRIGHT_BROWSERS_PATH ??
    {
      darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
      win32: join(environment.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    }[process.platform as string] ??
    join(homedir(), '.cache', 'ms-playwright')
  const programs = [
    ['chrome-linux64', 'chrome'],
    ['chrome-linux', 'chrome'],
    ['chrome-mac-arm64', 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing'],
    ['chrome-mac', 'Chromium.app/Contents/MacOS/Chromium'],
    ['chrome-win64', 'chrome.exe'],
    ['chrome-win', 'chrome.exe'],
  ]
  const versions = existsSync(cache)
    ? readdirSync(cache).filter((name) => /^chromium-/.test(name))
    : []
  return [
    chromium.executablePath(),
    ...versions
      .sort()
      .reverse()
      .flatMap((name) => programs.map((parts) => join(cache, name, ...parts))),
  ]
}

/** Only a disposable machine gets a package that was not asked for. */
export function mayInstall(environment = process.env): boolean {
  return Boolean(environment.CI) && process.getuid?.() === 0 && isDebian()
}

function isDebian(): boolean {
  try {
    return /^ID(_LIKE)?=.*\bdebian\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** The last words of apt when it did not work. */
export function installBrowser(): string | undefined {
  const options = {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 300_000,
  } as const
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', browserPackage]]) {
    const { status, stderr, error } = spawnSync('apt-get', ['-q', ...args], options)
    if (status === 0) continue
    return `apt-get ${args[0]}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`
  }
  return undefined
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Chromium refuses its sandbox to root, which is who runs the tests in a container.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page that sends requests elsewhere is caught by its request, which is then blocked.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
}
