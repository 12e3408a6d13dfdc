/**
 * Ids in the query reach the server, and proxies in front of it take a request line of 8 KiB. The
 * fragment never leaves the browser: the rest goes there, so that a large batch can be shared too.
 */
const inQuery = 300

export function batchAddress(ids: readonly string[]): string {
  if (ids.length === 0) return '/batch'
  const query = `/batch?jobs=${written(ids.slice(0, inQuery))}`
  return ids.length > inQuery ? `${query}#jobs=${written(ids.slice(inQuery))}` : query
}

/** Ids as they stand in an address, each once. */
export function jobIdsIn(search: string, fragment: string): string[] {
  const lists = [search, fragment.replace(/^#/, '?')].map(
    (text) => new URLSearchParams(text).get('jobs') ?? '',
  )
  return [...new Set(lists.flatMap((list) => list.split(',')).filter((id) => id !== ''))]
}

const written = (ids: readonly string[]) => ids.map(encodeURIComponent).join(',')
