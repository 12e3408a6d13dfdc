/** `${env:NAME}` or `${file:name}`, instead of a secret. */
export interface SecretReference {
  readonly source: 'env' | 'file' | 'vault'
  readonly name: string
  readonly text: string
}

type Values = Readonly<Record<string, unknown>>

/** In a sealed configuration: so that an old secret which looks like a reference is none. */
interface Marked {
  readonly $secret: string
}

const whole = /^\$\{(env|file|vault):([^}]*)\}$/
const begins = /\$\{(?:env|file|vault):/i

export const longestSecretBytes = 64 * 1024

/** Undefined where a text is not meant as one; 'malformed' where it is, and can be none. */
export function readSecretReference(text: string): SecretReference | 'malformed' | undefined {
  if (!begins.test(text)) return undefined
  const [, source, name = ''] = whole.exec(text) ?? []
  if (source === 'vault') return { source, name, text }
  if (source === 'env' && /^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(name)) return { source, name, text }
  // One name of a file: no path, nothing hidden.
  // guard: secret-references.test.ts
  if (source === 'file' && /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(name))
    return { source, name, text }
  return 'malformed'
}

/** Why a new value of an item may not be saved; undefined where it may. */
export function referenceProblem(
  value: string,
  isSecret: boolean,
  isOpen: (reference: SecretReference) => boolean,
): string | undefined {
  const reference = readSecretReference(value)
  if (reference === undefined) return undefined
  if (reference === 'malformed')
    return isSecret
      ? `\${env:NAME} or \${file:name} must be the whole value; a file has a name without a path`
      : undefined
  if (!isSecret) return `${reference.text} is possible only in items that hold a secret`
  if (reference.source === 'vault') return 'Vault is not supported yet; use env or file'
  if (isOpen(reference)) return undefined
  return `${reference.text} is not open to this organization; the operator opens sources in secrets.sources`
}

const isMarked = (value: unknown): value is Marked =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Marked>).$secret === 'string'

/** Each text of a configuration, those in lists too. */
const eachText = (configuration: Values, change: (text: string, item: string) => unknown): Values =>
  Object.fromEntries(
    Object.entries(configuration).map(([item, value]) => {
      const one = (element: unknown) =>
        typeof element === 'string' ? change(element, item) : element
      return [item, Array.isArray(value) ? value.map(one) : one(value)]
    }),
  )

/** As it is sealed: references are marked, except texts that were saved before as they are. */
export function markReferences(
  configuration: Values,
  isSecret: (item: string) => boolean,
  isKept: (item: string, text: string) => boolean,
): Values {
  return eachText(configuration, (text, item) => {
    const isReference =
      isSecret(item) && !isKept(item, text) && typeof readSecretReference(text) === 'object'
    return isReference ? { $secret: text } : text
  })
}

/** As people see it. */
export const unmarked = (sealed: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sealed).map(([item, value]) => {
      const one = (element: unknown) => (isMarked(element) ? element.$secret : element)
      return [item, Array.isArray(value) ? value.map(one) : one(value)]
    }),
  )

const elementsOf = (sealed: Values, item: string): readonly unknown[] =>
  Object.hasOwn(sealed, item) ? [sealed[item]].flat() : []

/** Saved before as a plain text. */
export const isPlainIn = (sealed: Values, item: string, text: string): boolean =>
  elementsOf(sealed, item).includes(text)

/** Saved before as a reference: that its source was closed since is no reason to refuse other changes. */
export const isMarkedIn = (sealed: Values, item: string, text: string): boolean =>
  elementsOf(sealed, item).some((element) => isMarked(element) && element.$secret === text)

/** The references of a sealed configuration. */
export const markedTexts = (sealed: Values): string[] =>
  Object.values(sealed)
    .flat()
    .filter(isMarked)
    .map(({ $secret }) => $secret)

/** As a program gets it. */
export const withSecrets = (
  sealed: Values,
  secrets: ReadonlyMap<string, string>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sealed).map(([item, value]) => {
      const one = (element: unknown) =>
        isMarked(element) ? (secrets.get(element.$secret) ?? null) : element
      return [item, Array.isArray(value) ? value.map(one) : one(value)]
    }),
  )
