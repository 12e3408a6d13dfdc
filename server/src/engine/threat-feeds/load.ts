import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isOverdue, type Outcome } from '../../background/work.ts'
import { readReference } from '../../domain/resource.ts'
import { eventsOfManifest } from '../../domain/threat-feeds/documents.ts'
import { secretBehind } from '../../identity/secret-references/single.ts'
import type { ThreatFeedSetting } from '../../settings/threat-feeds.ts'
import type { FairSlots } from '../../storage/common/fair-slots.ts'
import type { EngineDeps } from '../deps.ts'
import { findResource } from '../resources/store.ts'
import { type FeedAddress, openAddress } from './address.ts'
import { type Content, fetchFeed } from './fetch.ts'
import { readAside } from './read-aside.ts'
import { Unreadable } from './read-documents.ts'
import type { ReadEnd } from './read-thread.ts'
import {
  addEntries,
  beginLoad,
  dropLoad,
  entriesOfOthers,
  type FeedRow,
  finishFeed,
  keepClaim,
  newFeedId,
} from './store.ts'

/** Renewed as long as it is being loaded: a killed process keeps a feed for no longer. */
export const claimMs = 10 * 60_000
/** Longer than a load can take: what is older was left by a process that was killed. */
export const abandonedMs = 2 * 60 * 60_000
/** Text shrinks to a fifth and less. */
const unpackedFactor = 5

export const operatorFeeds = ({ config }: Pick<EngineDeps, 'config'>) =>
  (config.feeds.sources as readonly ThreatFeedSetting[] | undefined) ?? []

export interface Loading {
  readonly signal: AbortSignal
  /** Reading takes memory and a core, unlike waiting for a slow sender: fewer at a time. */
  readonly reading: FairSlots
}

/** Brings one claimed feed up to date. What goes wrong becomes its problem; what is loaded stays. */
export async function refreshFeed(
  deps: EngineDeps,
  feed: FeedRow,
  loading: Loading,
): Promise<Outcome> {
  const { clock, db, log } = deps
  const { signal } = loading
  const folder = join(resolve(deps.config.data.dir), 'feeds', newFeedId())
  const next = () => clock.now() + feed.refresh_minutes * 60_000
  const renewal = setInterval(() => {
    keepClaim(db, feed, clock.now() + claimMs).catch((err: unknown) =>
      log.warn({ err, feed: feed.id }, 'failed to renew a threat feed claim; will retry'),
    )
  }, claimMs / 5)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const content = await contentOf(deps, feed, folder, signal)
    if (content === 'unchanged')
      await finishFeed(deps.db, feed, {
        problem: feed.loaded_at === null ? feed.problem : keptProblem(feed),
        checked_at: clock.now(),
        next_at: next(),
      })
    else
      await loading.reading.run({ organization: feed.organization ?? '', signal }, () =>
        load(deps, feed, content, next, signal),
      )
    return 'done'
  } catch (error) {
    if (signal.aborted && !isOverdue(signal)) {
      await finishFeed(deps.db, feed, { problem: feed.problem, next_at: feed.next_at })
      return 'later'
    }
    const isTheirs = error instanceof Unreadable || isOverdue(signal)
    if (!isTheirs) log.error({ err: error, feed: feed.id }, 'threat feed failed to load')
    // Sooner again than planned, but not at once: the other side may be in trouble.
    const soon = clock.now() + Math.min(feed.refresh_minutes, 15) * 60_000
    await finishFeed(deps.db, feed, { problem: problemOf(error, signal), next_at: soon })
    return 'failed'
  } finally {
    clearInterval(renewal)
    await rm(folder, { recursive: true, force: true })
  }
}

const longestProblem = 500

function problemOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof Unreadable) return error.message.slice(0, longestProblem)
  return isOverdue(signal) ? 'loading timed out' : 'Loading failed. See the server log'
}

/** What was left out of the content that is loaded is still left out. */
const keptProblem = ({ problem }: Pick<FeedRow, 'problem'>) =>
  problem !== null && /^(?:Only the first|\d+ events)/.test(problem) ? problem : null

/** The last attempt failed, so the next one may take long. */
export const hasFailed = (feed: Pick<FeedRow, 'problem'>): boolean =>
  feed.problem !== null && keptProblem(feed) === null

async function contentOf(
  deps: EngineDeps,
  feed: FeedRow,
  folder: string,
  signal: AbortSignal,
): Promise<Content> {
  const { config, secrets } = deps
  const operators = operatorFeeds(deps).find(({ name }) => name === feed.name)
  if (feed.organization === null && !operators)
    throw new Unreadable('no longer configured on this server')
  if (feed.resource !== null) return storedContent(deps, feed, feed.resource)
  const address =
    feed.organization === null
      ? { url: operators?.url ?? '', headers: operators?.headers ?? {} }
      : await addressBehind(
          deps,
          feed.organization,
          openAddress(secrets, feed.id, feed.address_sealed ?? ''),
        )
  return fetchFeed({
    address,
    isOperators: feed.organization === null,
    privateTargets: config.analyzer.privateTargets,
    isMisp: feed.format === 'misp',
    stamp: feed.content_stamp,
    maxBytes: config.feeds.maxSizeBytes,
    folder,
    signal,
  })
}

/** With what its secret references stand for now; a missing one is named. */
async function addressBehind(
  deps: EngineDeps,
  organization: string,
  { url, headers }: FeedAddress,
): Promise<FeedAddress> {
  const read = async (sealed: string) => {
    const found = await secretBehind(deps, organization, sealed)
    if ('problem' in found) throw new Unreadable(found.problem)
    return found.secret
  }
  const text = await read(url)
  const address = URL.parse(text)
  // What a reference stands for was not seen when the feed was saved.
  // guard: server/test/security/single-secret-references.test.ts
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password)
    throw new Unreadable(
      'the address behind the secret reference is not an http or https URL without credentials',
    )
  const values: Record<string, string> = {}
  for (const [name, sealed] of Object.entries(headers)) {
    const value = await read(sealed)
    // guard: server/test/security/single-secret-references.test.ts
    if (!/^[\x20-\x7e]*$/.test(value))
      throw new Unreadable('the header value behind the secret reference is not printable ASCII')
    values[name] = value
  }
  return { url: text, headers: values }
}

/** An upload of the organization, or what the operator offers: no network is needed. */
async function storedContent(deps: EngineDeps, feed: FeedRow, resource: string): Promise<Content> {
  const reference = readReference(resource)
  if (reference?.source === 'organization' && feed.organization !== null) {
    const row = await findResource(deps.db, feed.organization, reference.name)
    if (!row) throw new Unreadable(`the uploaded file ${reference.name} no longer exists`)
    if (row.size > deps.config.feeds.maxSizeBytes) throw tooLarge(deps)
    if (feed.content_stamp === row.attachment_id) return 'unchanged'
    const path = await deps.resourceCache.fileOf(row.attachment_id)
    return { paths: [path], stamp: row.attachment_id, missing: 0 }
  }
  const found =
    reference?.source === 'server' ? await deps.operatorFolder?.find(reference.path) : undefined
  if (!found) throw new Unreadable(`${resource} no longer exists`)
  const paths = (await stat(found.path)).isDirectory() ? await filesOf(found.path) : [found.path]
  const infos = await Promise.all(paths.map((path) => stat(path)))
  if (infos.reduce((sum, { size }) => sum + size, 0) > deps.config.feeds.maxSizeBytes)
    throw tooLarge(deps)
  const stamp = infos
    .map(({ size, mtimeMs }) => `${size}.${mtimeMs}`)
    .join(',')
    .slice(0, 4_000)
  return stamp === feed.content_stamp ? 'unchanged' : { paths, stamp, missing: 0 }
}

const tooLarge = ({ config }: EngineDeps) =>
  new Unreadable(`larger than ${config.feeds.maxSizeBytes} bytes (feeds.maxSize)`)

/** Plain files next to each other; of a MISP feed those that its manifest names. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  if (!names.includes('manifest.json'))
    return names
      .filter((name) => !name.startsWith('.'))
      .toSorted()
      .map((name) => join(folder, name))
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
  const wanted = eventsOfManifest(JSON.parse(manifest)).map((id) => `${id}.json`)
  return wanted.filter((name) => names.includes(name)).map((name) => join(folder, name))
}

async function load(
  deps: EngineDeps,
  feed: FeedRow,
  content: Exclude<Content, 'unchanged'>,
  next: () => number,
  signal: AbortSignal,
): Promise<void> {
  const { clock, config, db } = deps
  const maxEntries = Math.max(0, config.feeds.maxEntries - (await entriesOfOthers(db, feed)))
  const loadId = await beginLoad(db, feed.id, clock.now())
  let isKept = false
  try {
    let entries = 0
    let batches = 0
    const end = await readAside(
      signal,
      {
        paths: content.paths,
        format: feed.format,
        now: clock.now(),
        maxBytes: config.feeds.maxSizeBytes * unpackedFactor,
        maxEntries,
      },
      async (batch) => {
        // Not with each: it needs a separate commit.
        if (batches % 20 === 0 && !(await keepClaim(db, feed, clock.now() + claimMs)))
          throw new Unreadable('changed')
        batches += 1
        entries += await addEntries(db, loadId, batch)
      },
    )
    if (entries === 0 && end.bad > 0)
      throw new Unreadable(`none of its ${end.bad} lines is readable; check the format`)
    isKept = await finishFeed(db, feed, {
      load_id: loadId,
      entries,
      bad_lines: end.bad,
      skipped: end.skipped,
      prefixes: JSON.stringify(end.prefixes),
      content_stamp: content.stamp,
      loaded_at: clock.now(),
      checked_at: clock.now(),
      problem: leftOut(end, entries, content.missing, config.feeds.maxEntries),
      next_at: next(),
    })
  } finally {
    if (!isKept) await dropLoad(db, loadId)
  }
}

function leftOut(end: ReadEnd, entries: number, missing: number, limit: number): string | null {
  if (end.isCut)
    return `Only the first ${entries} entries were loaded: limit of ${limit} per organization (feeds.maxEntries)`
  return missing > 0 ? `${missing} events were not fetched` : null
}
