import { readYaml, type YamlProblem } from '../domain/yaml.ts'
import { nearest } from './nearest.ts'
import { isSettingKey, type SettingKey, settingKeys } from './table.ts'

export interface FileContents {
  values: Map<SettingKey, unknown>
  /** Sentences about the file as a whole or about its keys; none repeats a value. */
  problems: string[]
}

/** Reads the text of a settings file, YAML or JSON. */
export function parseConfigFile(text: string): FileContents {
  const file = readYaml(text)
  if ('problem' in file) return failed(sentenceOf(file))
  const root = file.value
  if (root === null) return { values: new Map(), problems: [] }
  if (!isGroup(root)) return failed('must contain settings, such as "http.port: 9001"')
  const contents: FileContents = { values: new Map(), problems: [] }
  collect(root, '', contents)
  return contents
}

function sentenceOf(file: YamlProblem): string {
  switch (file.problem) {
    case 'size':
      return 'exceeds 1 MiB; check the file name'
    case 'aliases':
      return 'has unknown, circular or too many aliases (*name); write the values out'
    case 'syntax':
      return (
        `is not valid YAML or JSON at line ${file.line}, column ${file.column} (${file.code}); ` +
        'put values with special characters in quotes'
      )
  }
}

const failed = (problem: string): FileContents => ({ values: new Map(), problems: [problem] })

// Keys may be nested, dotted, or both: `auth.method: { basic: true }`.
function collect(group: object, prefix: string, contents: FileContents): void {
  for (const [name, value] of Object.entries(group)) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (isSettingKey(path)) {
      if (contents.values.has(path)) contents.problems.push(`sets ${path} twice; keep one`)
      contents.values.set(path, value)
    } else if (!groups.has(path)) {
      const hint = nearest(path, [...settingKeys, ...groups])
      contents.problems.push(`has an unknown key ${showKey(path)}; did you mean ${hint}?`)
    } else if (isGroup(value)) {
      collect(value, path, contents)
    } else if (value !== null) {
      const example = settingKeys.find((key) => key.startsWith(`${path}.`))
      contents.problems.push(`sets ${path}, but it is a group; did you mean ${example}?`)
    }
  }
}

/** Every beginning of a key that ends before a dot: 'auth', 'auth.method', … */
const groups = new Set(
  settingKeys.flatMap((key) => {
    const parts = key.split('.')
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  }),
)

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// `{password:hunter2}` without a space is one long key, so what follows a word is not repeated.
function showKey(path: string): string {
  const word = /^[\w.-]{0,80}/.exec(path)?.[0] ?? ''
  return word === path ? word : `${word}…`
}
