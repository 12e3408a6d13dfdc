/** Ids of jobs as they are in the address of an old batch, each once; a long list continues after the `#`. */
export function jobIdsIn(search: string, fragment: string): string[] {
  const lists = [search, fragment.replace(/^#/, '?')].map(
    (text) => new URLSearchParams(text).get('jobs') ?? '',
  )
  return [...new Set(lists.flatMap((list) => list.split(',')).filter((id) => id !== ''))]
}
