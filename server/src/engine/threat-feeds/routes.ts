import { contract, type ThreatFeed } from '@assay/contract'
import { isFeedName } from '../../domain/block-list.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { readReference } from '../../domain/resource.ts'
import type { Route } from '../../http/route.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import {
  isReference,
  secretToSeal,
  shownSecret,
  shownToSeal,
} from '../../identity/secret-references/single.ts'
import type { Config } from '../../settings/config.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { holdResources, lockResources } from '../resources/store.ts'
import { type FeedAddress, openAddress, sealAddress } from './address.ts'
import type { FeedSchedule } from './schedule.ts'
import {
  dueNow,
  type FeedRow,
  findFeed,
  maxFeeds,
  newFeedId,
  ownFeeds,
  removeFeed,
  saveFeed,
  visibleFeeds,
} from './store.ts'

interface Given {
  readonly url?: string | undefined
  readonly headerName?: string | undefined
  readonly headerValue?: string | undefined
  readonly resource?: string | undefined
}

export function threatFeedRoutes(
  route: Route,
  deps: EngineDeps,
  schedule: Pick<FeedSchedule, 'wake'>,
): void {
  const { db, clock, secrets, dialect } = deps

  const view = (feed: FeedRow): ThreatFeed => {
    const address =
      feed.address_sealed === null ? undefined : openAddress(secrets, feed.id, feed.address_sealed)
    const [headerName] = Object.keys(address?.headers ?? {})
    return {
      name: feed.name,
      source: feed.organization === null ? 'server' : 'organization',
      ...(address === undefined ? {} : { url: shownSecret(address.url) }),
      ...(headerName === undefined ? {} : { headerName }),
      ...(feed.resource === null ? {} : { resource: feed.resource }),
      format: feed.format,
      level: feed.level,
      refreshMinutes: feed.refresh_minutes,
      entries: feed.entries,
      badLines: feed.bad_lines,
      skipped: feed.skipped,
      ...(feed.loaded_at === null ? {} : { loadedAt: feed.loaded_at }),
      ...(feed.checked_at === null ? {} : { checkedAt: feed.checked_at }),
      nextAt: feed.next_at,
      isLoading: feed.locked_until !== null && feed.locked_until > clock.now(),
      ...(feed.problem === null ? {} : { problem: feed.problem }),
    }
  }

  // Of an address no more than the host: the rest may be a key.
  const audited = auditNamed(clock, 'threatFeed')

  route(contract.listThreatFeeds, async ({ caller }) =>
    (await visibleFeeds(db, caller.organization)).map(view),
  )

  route(contract.saveThreatFeed, async ({ caller, origin, params: { name }, input }) => {
    const { organization, login } = caller
    if (!isFeedName(name))
      throw badRequest('Feed names use lowercase letters, digits and hyphens (max. 64)')
    await checkSource(deps, input)
    const saved = await db.transaction().execute(async (tx) => {
      await lockResources(tx, dialect, organization)
      const former = await findFeed(tx, organization, name)
      if (!former && (await ownFeeds(tx, organization)).length >= maxFeeds)
        throw badRequest(`Limit of ${maxFeeds} threat feeds reached. Delete one first`)
      await holdUpload(deps, tx, organization, input.resource)
      const id = former?.id ?? newFeedId()
      const known =
        former?.address_sealed == null
          ? undefined
          : openAddress(secrets, former.id, former.address_sealed)
      const address =
        input.url === undefined ? undefined : addressOf(deps.config, organization, input, known)
      await saveFeed(
        tx,
        {
          id,
          organization,
          name,
          resource: input.resource ?? null,
          address_sealed: address ? sealAddress(secrets, id, address) : null,
          format: input.format ?? 'auto',
          level: input.level ?? 'malicious',
          refresh_minutes: input.refreshMinutes ?? 60,
        },
        login,
        clock.now(),
      )
      await audited(tx, { caller, origin }, former ? 'change' : 'add', name, {
        ...(address ? { host: hostOf(address.url) } : { resource: input.resource }),
      })
      return findFeed(tx, organization, name)
    })
    if (!saved) throw notFound('threat feed', name)
    schedule.wake()
    return view(saved)
  })

  route(contract.refreshThreatFeed, async ({ caller, origin, params: { name } }) => {
    const feed = await db.transaction().execute(async (tx) => {
      const own = await findFeed(tx, caller.organization, name)
      if (!own) throw notFound('threat feed', name)
      await dueNow(tx, own.id, clock.now())
      await audited(tx, { caller, origin }, 'refresh', name)
      return { ...own, next_at: clock.now() }
    })
    schedule.wake()
    return view(feed)
  })

  route(contract.deleteThreatFeed, ({ caller, origin, params: { name } }) =>
    db.transaction().execute(async (tx) => {
      const own = await findFeed(tx, caller.organization, name)
      if (!own) throw notFound('threat feed', name)
      await removeFeed(tx, own.id)
      await audited(tx, { caller, origin }, 'delete', name)
    }),
  )
}

/** Before the transaction, which must not wait for a disk. */
async function checkSource(deps: EngineDeps, { url, resource, headerValue }: Given): Promise<void> {
  if ((url === undefined) === (resource === undefined))
    throw badRequest('Set either url or resource (an uploaded or server file)')
  if (headerValue !== undefined && !/^[\x20-\x7e]*$/.test(headerValue))
    throw badRequest('headerValue must be printable ASCII')
  if (url !== undefined) {
    if (isReference(url)) return
    const parsed = URL.parse(url)
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      throw badRequest('url must start with http:// or https://')
    if (parsed.username !== '' || parsed.password !== '')
      throw badRequest('url must not contain credentials. Use headerName and headerValue')
    return
  }
  const reference = readReference(resource ?? '')
  if (!reference)
    throw badRequest('resource must be upload:<name> or server:<path>, not a server path')
  if (reference.source === 'server' && !(await deps.operatorFolder?.find(reference.path)))
    throw badRequest('No such file or folder in analyzer.resources')
}

async function holdUpload(
  { dialect }: EngineDeps,
  tx: Db,
  organization: string,
  resource: string | undefined,
): Promise<void> {
  const reference = readReference(resource ?? '')
  if (reference?.source !== 'organization') return
  const held = await holdResources(tx, dialect, organization, [reference.name])
  if (!held.has(reference.name))
    throw badRequest('Your organization has no uploaded file with this name. Upload it first')
}

/** A key that is not given again stays, as long as it goes to the same host. */
function addressOf(
  config: Config,
  organization: string,
  given: Given,
  former: FeedAddress | undefined,
): FeedAddress {
  const url = shownToSeal(config, organization, 'url', given.url ?? '', former?.url)
  const { headerName, headerValue } = given
  if (headerName === undefined) return { url, headers: {} }
  const isSameHost = former !== undefined && hostOf(former.url) === hostOf(url)
  const entered =
    headerValue === undefined
      ? undefined
      : secretToSeal(config, organization, 'headerValue', headerValue)
  const value = entered ?? (isSameHost ? former.headers[headerName] : undefined)
  if (value === undefined)
    throw badRequest('headerValue is missing: the stored key is only used for its original host')
  return { url, headers: { [headerName]: value } }
}

/** Of a reference its name: where it leads may change. Not parsed first: a mark in front of a URL is skipped. */
function hostOf(sealed: string): string {
  const shown = shownSecret(sealed)
  return isReference(shown) ? shown : new URL(shown).host
}
