export type PathParams = Readonly<Record<string, string>>

/** `/jobs/:id` on `/jobs/a%20b` → `{ id: 'a b' }`; undefined when it is another path. */
export function matchPath(pattern: string, path: string): PathParams | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = decoded(given[index] ?? '')
    if (segment === undefined) return undefined
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}

/** A user may type a lone `%`. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** One of our paths with its values filled in: `` path`/jobs/${id}` ``. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.map((part, index) => part + encodeURIComponent(values[index] ?? '')).join('')
}
