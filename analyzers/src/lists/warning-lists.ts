import { fail, isSmallJson, jsonLimits, parsedFiles, type ResourceFile } from '../kit/index.ts'
import { type Matcher, makeMatcher, type Wanted } from './matcher.ts'

/** The largest public one, a million domains, has 20 MB. */
const maxBytes = 32 * 1024 * 1024
/** Three times as much in memory. */
const keepBytes = 24 * 1024 ** 2
const longestSearched = 2_048

export interface WarningList extends Matcher {
  readonly title: string | undefined
}

/** A list as MISP publishes it: `list.json` with its name, its kind and its values. */
function readWarningList(file: ResourceFile): WarningList {
  const document = parsed(file.read(maxBytes).toString('utf8'), file.name)
  const { name, type, list } = document
  const values = Array.isArray(list) ? list.filter((value) => typeof value === 'string') : []
  const matcher = matcherOf(String(type ?? 'string'), values)
  return { ...matcher, title: typeof name === 'string' && name !== '' ? name : undefined }
}

export const loadWarningList = parsedFiles(
  { what: 'a MISP warning list', keepBytes },
  readWarningList,
)

function parsed(text: string, name: string): Readonly<Record<string, unknown>> {
  if (!isSmallJson(text))
    fail(
      `The file ${name} has more than ${jsonLimits.values} values, or ${jsonLimits.brackets} lists and objects: it is no MISP warning list`,
    )
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below, together with what is JSON and no list.
  }
  return fail(`The file ${name} is no MISP warning list`)
}

function matcherOf(type: string, values: readonly string[]): Matcher {
  switch (type) {
    case 'substring':
      return searching(values, (text) => values.find((value) => text.includes(value.toLowerCase())))
    case 'regex': {
      const forms = values.flatMap(formOf)
      return searching(values, (text) => forms.find(({ form }) => form.test(text))?.value)
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

/** `/pattern/flags`, or the pattern alone; what JavaScript cannot read is passed over. */
function formOf(value: string): { value: string; form: RegExp }[] {
  const [, pattern = value] = /^\/(.*)\/[a-z]*$/s.exec(value) ?? []
  try {
    return [{ value, form: new RegExp(pattern, 'i') }]
  } catch {
    return []
  }
}
