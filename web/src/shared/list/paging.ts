/** `?page=2` → the index of its first row; anything else is the first page. */
export function offsetIn(params: URLSearchParams, size: number): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isSafeInteger(page) && page > 1 ? (page - 1) * size : 0
}

/** The first page needs no word in the address. */
export const pageOf = (from: number, size: number): string | undefined =>
  from > 0 ? String(Math.floor(from / size) + 1) : undefined
