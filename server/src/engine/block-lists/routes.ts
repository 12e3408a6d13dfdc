import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { contract, type Output } from '@assay/contract'
import {
  asCsv,
  asStix,
  asText,
  type BlockListItem,
  type FeedText,
  isFeedName,
} from '../../domain/block-list.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { ownTurn } from '../../domain/own-turn.ts'
import { parseRange } from '../../domain/page.ts'
import type { Batches } from '../../domain/rows.ts'
import { withLists } from '../../http/answer-forms.ts'
import type { Route } from '../../http/route.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import type { EngineDeps } from '../deps.ts'
import {
  entriesOf,
  findPublished,
  listFeeds,
  maxPublished,
  removeEntry,
  removeToken,
  saveToken,
} from './store.ts'

type FeedEntries = Output<typeof contract.listFeedEntries>

/** `name.txt` and its siblings: the ending chooses the form. */
const forms: Readonly<Record<string, { type: string; write(name: string): FeedText }>> = {
  txt: { type: 'text/plain; charset=utf-8', write: asText },
  csv: { type: 'text/csv; charset=utf-8', write: asCsv },
  json: { type: 'application/stix+json;version=2.1', write: asStix },
}

async function* written(
  { start, items, end }: FeedText,
  batches: Batches<BlockListItem>,
): AsyncGenerator<string> {
  if (start !== '') yield start
  for await (const some of batches) {
    const text = items(some)
    if (text !== '') yield text
    await ownTurn()
  }
  const last = end()
  if (last !== '') yield last
}

export function blockListRoutes(route: Route, { db, clock, secrets }: EngineDeps): void {
  const audited = auditNamed(clock, 'feed')

  route(contract.listFeeds, ({ caller }) => listFeeds(db, caller.organization, clock.now()))

  route(contract.publishFeed, async ({ caller, origin, params: { name } }) => {
    if (!isFeedName(name))
      throw badRequest('Feed names use lowercase letters, digits and hyphens (max. 64)')
    const token = randomBytes(24).toString('base64url')
    const feed = {
      organization: caller.organization,
      name,
      token_hash: secrets.lookup('feed', token),
      created_by: caller.login,
    }
    await db.transaction().execute(async (tx) => {
      await saveToken(tx, feed, clock.now())
      await audited(tx, { caller, origin }, 'publish', name)
    })
    const paths = Object.keys(forms).map((ending) => `/api/feed/${token}/${name}.${ending}`)
    return { name, token, paths }
  })

  route(contract.withdrawFeed, ({ caller, origin, params: { name } }) =>
    db.transaction().execute(async (tx) => {
      if (!(await removeToken(tx, caller.organization, name))) throw notFound('feed', name)
      await audited(tx, { caller, origin }, 'withdraw', name)
    }),
  )

  route(contract.listFeedEntries, async ({ caller, params, input }) => {
    const range = parseRange(input.range)
    const found = await entriesOf(db, caller.organization, params.name, range, clock.now())
    return withLists<FeedEntries>({ total: found.total }, { entries: found.batches })
  })

  route(contract.removeFeedEntry, ({ caller, origin, params: { name }, input }) =>
    db.transaction().execute(async (tx) => {
      if (!(await removeEntry(tx, caller.organization, name, input)))
        throw notFound('feed entry', input.value)
      await audited(tx, { caller, origin }, 'removeEntry', name, input)
    }),
  )

  // A firewall cannot sign in: who knows the token may read this one list, and nothing else.
  route(contract.readFeed, async ({ params: { token, file } }) => {
    const [, name = '', ending = ''] = /^([^.]{1,64})\.([a-z]{3,4})$/.exec(file) ?? []
    const form = forms[ending]
    const feed = form && (await findPublished(db, secrets.lookup('feed', token), name))
    if (!form || !feed) throw notFound('feed', file)
    const page = { offset: 0, limit: maxPublished }
    const { batches } = await entriesOf(db, feed.organization, name, page, clock.now())
    return {
      stream: Readable.from(written(form.write(name), batches), { objectMode: false }),
      headers: {
        'content-type': form.type,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    }
  })
}
