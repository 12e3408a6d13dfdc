import { fail, isSmallJson, jsonLimits, parsedFiles, type ResourceFile } from '../kit/index.ts'
import { type Matcher, makeMatcher, type Wanted } from './matcher.ts'

/** The largest public one, a million domains, has 20 MB. */
const maxBytes = 32 * 1024 * 1024
/** Three times as much in memory. */
const keepBytes = 24 * 1024 ** 2
const longestSearched = 2_048

export interface WarningList extends Matcher {
  readonly title: string | undefined
  /** Entries that cannot be looked for. */
  readonly unused: readonly string[]
}

type Searched = Matcher & { readonly unused?: readonly string[] }

/** A list as MISP publishes it: `list.json` with its name, its kind and its values. */
function readWarningList(file: ResourceFile): WarningList {
  const document = parsed(file.read(maxBytes).toString('utf8'), file.name)
  const { name, type, list } = document
  if (!Array.isArray(list)) fail(`The file ${file.name} is not a MISP warning list: no values`)
  const all: readonly unknown[] = Array.isArray(list) ? list : []
  const values = all.filter((value) => typeof value === 'string')
  const others = all.filter((value) => typeof value !== 'string')
  const { unused = [], ...matcher } = matcherOf(String(type ?? 'string'), values)
  return {
    ...matcher,
    title: typeof name === 'string' && name !== '' ? name : undefined,
    unused: [...unused, ...others.map((value) => JSON.stringify(value))],
  }
}

export const loadWarningList = parsedFiles(
  { what: 'a MISP warning list', keepBytes },
  readWarningList,
)

function parsed(text: string, name: string): Readonly<Record<string, unknown>> {
  if (!isSmallJson(text))
    fail(
      `The file ${name} is not a MISP warning list: more than ${jsonLimits.values} values, or ${jsonLimits.brackets} lists and objects`,
    )
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below, together with what is JSON and no list.
  }
  return fail(`The file ${name} is not a MISP warning list`)
}

function matcherOf(type: string, values: readonly string[]): Searched {
  switch (type) {
    case 'substring':
      return searching(values, (text) => values.find((value) => text.includes(value.toLowerCase())))
    case 'regex': {
      const forms = values.map((value) => ({ value, form: formOf(value) }))
      const unused = forms.flatMap(({ value, form }) => (form ? [] : [value]))
      const look = (text: string) => forms.find(({ form }) => form?.test(text))?.value
      return { ...searching(values, look), unused }
    }
    case 'string': {
      const { size, find } = exactly(values)
      // Only the value itself: a list of words says nothing about the names below a host.
      return { size, find: (wanted) => find({ ...wanted, hosts: wanted.hosts.slice(0, 1) }) }
    }
    default:
      return exactly(values)
  }
}

const exactly = (values: readonly string[]) =>
  makeMatcher(values.map((value) => ({ value, note: '' })))

const searching = (values: readonly string[], look: (text: string) => string | undefined) => ({
  size: values.length,
  find: ({ texts }: Wanted) => {
    for (const text of texts) {
      const found = look(text.slice(0, longestSearched).toLowerCase())
      if (found !== undefined) return found
    }
    return undefined
  },
})

/** What PCRE has and JavaScript reads as something else: it would match wrongly, without an error. */
const onlyInPcre = /\\[QEKGRXhHNp]|\\x\{|\[\[:\w|\(\?[(#|&RP0-9]/

/**
 * `/pattern/flags`, or the pattern alone, as PCRE writes it; undefined where JavaScript does not support it.
 */
function formOf(value: string): RegExp | undefined {
  const [, pattern = value] = /^\/(.*)\/[a-z]*$/is.exec(value) ?? []
  const translated = pattern
    .replace(/^\(\?i\)/, '')
    .replace(
      /(?<!\\)((?:\\\\)*)\\([AzZ])/g,
      (_, before, mark) => before + (mark === 'A' ? '^' : '$'),
    )
  if (onlyInPcre.test(translated.replaceAll('\\\\', ''))) return undefined
  try {
    return new RegExp(translated, 'i')
  } catch {
    return undefined
  }
}
