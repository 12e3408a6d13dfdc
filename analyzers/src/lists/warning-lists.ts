import { readFile } from 'node:fs/promises'
import { fail } from '../kit/index.ts'
import { keptUntilChanged } from './files.ts'
import { type Matcher, makeMatcher, type Wanted } from './matcher.ts'

/** The largest public one, a million domains, has 20 MB. */
const maxBytes = 256 * 1024 * 1024
const longestSearched = 2_048

export interface WarningList extends Matcher {
  readonly title: string
}

/** A list as MISP publishes it: `list.json` with its name, its kind and its values. */
async function readWarningList(path: string): Promise<WarningList> {
  const text = await readFile(path, 'utf8').catch(() => fail(`The list ${path} cannot be read`))
  if (text.length > maxBytes) fail(`The list ${path} has more than ${maxBytes} bytes`)
  const document = parsed(text, path)
  const { name, type, list } = document
  const values = Array.isArray(list) ? list.filter((value) => typeof value === 'string') : []
  const matcher = matcherOf(String(type ?? 'string'), values)
  return { ...matcher, title: typeof name === 'string' && name !== '' ? name : path }
}

export const loadWarningList = keptUntilChanged(readWarningList)

function parsed(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below, together with what is JSON and no list.
  }
  return fail(`The file ${path} is no MISP warning list`)
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
