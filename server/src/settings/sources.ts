import { parseConfigFile } from './file.ts'
import { nearest } from './nearest.ts'
import { environmentName, type SettingKey, settingKeys } from './table.ts'

export interface Found {
  raw: unknown
  /** Shown by `assay config`: 'default', 'file …', 'environment …'. */
  source: string
  /** What a person has to open to fix it; begins every sentence about the value. */
  place: string
}

export interface Search {
  found: Map<SettingKey, Found>
  problems: string[]
  /** Variables that name no setting, each with its problem: a source of secrets may open them. */
  unknown: Map<string, string>
  readFile: (path: string) => string
}

export function searchFile({ found, problems, readFile }: Search, file: string): void {
  const text = attempt(() => readFile(file))
  if (text.error !== undefined) {
    problems.push(`${file}: cannot read the file (${text.error}); check --config or ASSAY_CONFIG`)
    return
  }
  const contents = parseConfigFile(text.value)
  problems.push(...contents.problems.map((problem) => `${file}: ${problem}`))
  for (const [key, raw] of contents.values) {
    if (raw === null || raw === '') {
      problems.push(
        `${file}: ${key} has no value; remove it, or quote the value when it begins with # or &`,
      )
    } else {
      found.set(key, { raw, source: `file ${file}`, place: `${file}: ${key}` })
    }
  }
}

const keyByVariable = new Map(settingKeys.map((key) => [environmentName(key), key]))

// An empty variable counts as unset: container set-ups pass empty variables on.
export function searchEnvironment(
  search: Search,
  environment: Readonly<Record<string, unknown>>,
): void {
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith('ASSAY_') || name === 'ASSAY_CONFIG') continue
    if (typeof text !== 'string' || text === '') continue
    const plainName = name.replace(/_FILE$/, '')
    const key = keyByVariable.get(plainName)
    if (key === undefined) {
      if (isServiceLink(name, text)) continue
      search.unknown.set(name, `${name}: unknown variable; did you mean ${nearestVariable(name)}?`)
    } else if (plainName === name) {
      search.found.set(key, { raw: text, source: `environment ${name}`, place: name })
    } else if (environment[plainName]) {
      search.problems.push(`${name}: ${plainName} is also set; keep one of them`)
    } else {
      searchValueFile(search, key, name, text)
    }
  }
}

/**
 * Kubernetes describes every Service to every pod in such variables, and ours is often called
 * `assay`. By name and value, so a misspelt setting is still found.
 */
const serviceLinks: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_SERVICE_HOST$/, /^[\da-f.:]+$/i],
  [/_SERVICE_PORT(_[A-Z\d_]+)?$/, /^\d+$/],
  [/_PORT(_\d+_(TCP|UDP|SCTP))?$/, /^(tcp|udp|sctp):\/\//],
  [/_PORT_\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)$/, /^[\w.:]+$/],
]

const isServiceLink = (name: string, text: string): boolean =>
  serviceLinks.some(([ofName, ofValue]) => ofName.test(name) && ofValue.test(text))

function searchValueFile(
  { found, problems, readFile }: Search,
  key: SettingKey,
  name: string,
  path: string,
) {
  const text = attempt(() => readFile(path))
  // The path is not repeated: a secret put into X_FILE by mistake must not reach a log.
  if (text.error !== undefined) {
    problems.push(`${name}: cannot read the file it points to (${text.error})`)
    return
  }
  const raw = text.value.replace(/\r?\n$/, '')
  if (raw === '') problems.push(`${name}: the file it points to is empty`)
  else found.set(key, { raw, source: `environment ${name}`, place: name })
}

function nearestVariable(name: string): string {
  const isFile = name.endsWith('_FILE')
  const word = name
    .slice('ASSAY_'.length)
    .replace(/_FILE$/, '')
    .replaceAll('_', '.')
  const key = nearest(word, [...settingKeys, 'config'])
  return environmentName(key) + (isFile && key !== 'config' ? '_FILE' : '')
}

function attempt(read: () => string): { value: string; error?: undefined } | { error: string } {
  try {
    return { value: read() }
  } catch (error) {
    return { error: (error as NodeJS.ErrnoException).code ?? 'unreadable' }
  }
}
