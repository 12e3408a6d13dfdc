/** Which images of containers may run here. Names are those of the definitions, without our prefix. */
export interface ImageRules {
  /** From the operator; `*` matches anything. */
  readonly patterns: readonly string[]
  /** What the definitions of the catalog name. */
  readonly named: ReadonlySet<string>
  /** Put before every name before it is run. */
  readonly prefix?: string | undefined
}

/** Why an image may not run, with what may; nothing when it may. */
export function imageProblem(image: string, rules: ImageRules): string | undefined {
  const name = withTag(image)
  if ([...rules.named].some((named) => withTag(named) === name)) return undefined
  // guard (open = true): images.test.ts
  if (isImageName(image) && matchesAny(rules.patterns, `${rules.prefix ?? ''}${image}`, image))
    return undefined
  const patterns = rules.patterns.length > 0 ? ` or match ${rules.patterns.join(', ')}` : ''
  return (
    `Image ${JSON.stringify(image.slice(0, 200))} is not allowed: images must be named ` +
    `in a catalog definition${patterns}. The operator can add patterns to docker.images.`
  )
}

/**
 * For a worker's existing image: when the catalog moves on to another version, workers that were
 * enabled before keep theirs, so any tag of a repository that the catalog names may run.
 */
export function enabledImageProblem(image: string, rules: ImageRules): string | undefined {
  const repository = repositoryOf(image)
  const isKnown = [...rules.named].some((named) => repositoryOf(named) === repository)
  // guard (open = undefined): images.test.ts
  return isKnown && isImageName(image) && !image.includes('@')
    ? undefined
    : imageProblem(image, rules)
}

/** Any of the names, any of the patterns, the whole name each. */
export const matchesAny = (patterns: readonly string[], ...names: readonly string[]): boolean =>
  patterns.some((pattern) => names.some((name) => matches(pattern, name)))

/** Piece by piece instead of by a regular expression, which could be made to run forever. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return withTag(pattern) === withTag(name)
  // guard: images.test.ts
  if (!name.startsWith(first) || !name.endsWith(last)) return false
  let at = first.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    // guard: images.test.ts
    if (found < 0) return false
    at = found + piece.length
  }
  // guard (open = true): images.test.ts
  return at <= name.length - last.length
}

/** Without a tag it is the newest one. */
const withTag = (image: string) => (/@|:[^/]*$/.test(image) ? image : `${image}:latest`)

const repositoryOf = (image: string) => image.replace(/@.*$/, '').replace(/:[^/:]*$/, '')

const part = '[a-z0-9]+(?:[._-]{1,2}[a-z0-9]+)*'
const imageName = new RegExp(
  `^(?:[A-Za-z0-9.-]{1,253}(?::\\d{1,5})?/)?${part}(?:/${part})*(?::[\\w.-]{1,128})?(?:@sha256:[0-9a-f]{64})?$`,
)

/** It becomes a part of an address of the engine's API: no `..`, no query. */
// guard (open = true): images.test.ts
export const isImageName = (text: string) => text.length <= 512 && imageName.test(text)
