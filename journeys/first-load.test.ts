import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'rolldown/parseAst'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { ownProfile } from './profiles.ts'
import { eventually } from './visit.ts'

const pageFolder = join(dirname(import.meta.dirname), 'web', 'dist')
const maxKiB = 135

/** The scripts that the document names, and all that they need before they can run. */
function scriptsOfFirstLoad(): Set<string> {
  const html = readFileSync(join(pageFolder, 'index.html'), 'utf8')
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? []
  const named = tags
    .filter((tag) => tag.startsWith('<script') || tag.includes('modulepreload'))
    .flatMap((tag) => /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? [])
  const found = new Set<string>()
  const add = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const source of staticImports(path)) add(join(dirname(path), source))
  }
  for (const path of named) add(join(pageFolder, path))
  return found
}

const staticImports = (path: string) =>
  parseAst(readFileSync(path, 'utf8')).body.flatMap((node) =>
    'source' in node && node.source ? node.source.value : [],
  )

describe('the first load of the page', () => {
  it(`takes at most ${maxKiB} KiB of JavaScript, packed`, () => {
    const paths = [...scriptsOfFirstLoad()]
    const sizes = paths.map((path) => gzipSync(readFileSync(path)).length)
    const sum = sizes.reduce((total, size) => total + size, 0)

    expect(sum).toBeGreaterThan(0)
    expect(Math.ceil(sum / 1024), sizeTable(paths, sizes)).toBeLessThanOrEqual(maxKiB)
  })
})

const sizeTable = (paths: string[], sizes: number[]) =>
  paths
    .map(
      (path, index) =>
        `${Math.ceil((sizes[index] ?? 0) / 1024)} KiB ${path.slice(pageFolder.length)}`,
    )
    .join('\n')

interface Pieces {
  readonly files: readonly string[]
  readonly screens: Readonly<Record<string, Record<'all' | 'en' | 'fr', readonly number[]>>>
}

/** What the document names for everyone, and what it names for this screen, with the bytes that travel. */
function filesOfScreen(pattern: string, language: 'en' | 'fr'): { path: string; bytes: number }[] {
  const html = readFileSync(join(pageFolder, 'index.html'), 'utf8')
  const json = /<script type="application\/json" id="pieces">(.*?)<\/script>/s.exec(html)?.[1]
  const { files, screens } = JSON.parse(json ?? '') as Pieces
  const { all = [], [language]: texts = [] } = screens[pattern] ?? {}
  const ofDocument = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  )
  const ofScreen = [...all, ...texts].map((number) => `assets/${files[number]}`)
  return [...new Set([...ofDocument, ...ofScreen])].map((path) => {
    const packed = join(pageFolder, `${path}.br`)
    return { path, bytes: statSync(existsSync(packed) ? packed : join(pageFolder, path)).size }
  })
}

describe('the files of a screen', () => {
  it.each([
    ['/observables', 'en', 184],
    ['/observables', 'fr', 194],
    ['/', 'en', 155],
    ['/cases/:id', 'en', 216],
    ['/alerts', 'en', 206],
  ] as const)('%s in %s are at most 14, of %d KiB', (pattern, language, most) => {
    const files = filesOfScreen(pattern, language)
    const sum = files.reduce((total, { bytes }) => total + bytes, 0)
    const table = files.map(({ path, bytes }) => `${bytes} ${path}`).join('\n')

    expect(files.length, table).toBeLessThanOrEqual(14)
    expect(Math.ceil(sum / 1024), table).toBeLessThanOrEqual(most)
  })
})

describeJourneys('the first view', {}, (bed) => {
  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    const { Verdict } = await enableAnalyzers(bed.server, oa, ['Verdict'])
    for (const data of ['first.example', 'second.example'])
      await runToEnd(bed.server, ana, Verdict, { dataType: 'domain', data, message: 'malicious' })
  })

  it.each([
    ['of an observable', '/observables?type=domain&value=first.example', '.value-band-word', 26],
    ['of the overview', '/', '.overview-engine', 32],
  ])(
    '%s takes few requests, and no long answer is sent as it is',
    async (_what, path, seen, most) => {
      const { page, context, open } = await bed.visit('ana', ownProfile)
      const answers: Promise<{ url: string; isPlain: boolean }>[] = []
      const requests: string[] = []
      context.on('request', (request) => requests.push(request.url()))
      context.on('response', (response) => {
        const url = response.url()
        if (!new URL(url).pathname.startsWith('/api/') || url.endsWith('/api/events')) return
        const judged = async () => {
          const isPlain = response.headers()['content-encoding'] === undefined
          // The end of the visit cuts off what still comes.
          const length = await response.body().then(
            (body) => body.length,
            () => 0,
          )
          return { url, isPlain: isPlain && length > 1024 }
        }
        answers.push(judged())
      })

      await open(path)
      await page.locator(seen).first().waitFor()
      await page.waitForLoadState('load')
      let before = -1
      await eventually(async () => {
        const isQuiet = before === requests.length
        before = requests.length
        return isQuiet
      }).toBe(true)

      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(most)
      const plain = (await Promise.all(answers)).filter(({ isPlain }) => isPlain)
      expect(plain).toEqual([])
      expect(answers.length).toBeGreaterThan(3)
    },
  )

  it('asks once for the session and the observable, while the scripts are on their way', async () => {
    const { page, sent, open } = await bed.visit('ana', ownProfile)

    await open('/observables?type=domain&value=second.example')
    await page.locator('.value-band-word').first().waitFor()

    expect(sent('GET', '/api/status')).toHaveLength(1)
    expect(sent('GET', '/api/user/current')).toHaveLength(1)
    expect(sent('POST', '/api/value')).toHaveLength(1)
  })
})
