import { LineCounter, parseDocument } from 'yaml'
import { nearest } from './nearest.ts'
import { isSettingKey, type SettingKey, settingKeys } from './table.ts'

export interface FileContents {
  values: Map<SettingKey, unknown>
  /** Sentences about the file as a whole or about its keys; none repeats a value. */
  problems: string[]
}

const maxLength = 1024 ** 2

/** Reads the text of a settings file, YAML or JSON (which is YAML, too). */
export function parseConfigFile(text: string): FileContents {
  if (text.length > maxLength) return failed('is larger than 1 MiB; is this the right file?')
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  // A warning is refused like an error: `password: !abc` only warns, and would lose the value.
  // The parser's own sentences are not repeated because they quote the file.
  const [fault] = [...document.errors, ...document.warnings]
  if (fault) {
    const { line, col } = lines.linePos(fault.pos[0])
    return failed(
      `is not valid YAML or JSON at line ${line}, column ${col} (${fault.code}); ` +
        'put values with special characters in quotes',
    )
  }
  let root: unknown
  try {
    // Aliases multiply: nine lines of nine aliases each would fill the memory. An alias inside its
    // own value makes a ring, and a tag makes a Set or a Buffer; JSON refuses or flattens them.
    root = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 20 })))
  } catch {
    return failed(
      'uses aliases (*name) that are unknown, too many or in a ring; write the values out',
    )
  }
  if (root === null) return { values: new Map(), problems: [] }
  if (!isGroup(root)) return failed('must hold settings, such as "http.port: 9001"')
  const contents: FileContents = { values: new Map(), problems: [] }
  collect(root, '', contents)
  return contents
}

const failed = (problem: string): FileContents => ({ values: new Map(), problems: [problem] })

// Keys may be nested, dotted, or both: `auth.method: { basic: true }`.
function collect(group: object, prefix: string, contents: FileContents): void {
  for (const [name, value] of Object.entries(group)) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (isSettingKey(path)) {
      if (contents.values.has(path)) contents.problems.push(`gives ${path} twice; keep one`)
      contents.values.set(path, value)
    } else if (!groups.has(path)) {
      const hint = nearest(path, [...settingKeys, ...groups])
      contents.problems.push(`has an unknown key ${showKey(path)}; did you mean ${hint}?`)
    } else if (isGroup(value)) {
      collect(value, path, contents)
    } else if (value !== null) {
      const example = settingKeys.find((key) => key.startsWith(`${path}.`))
      contents.problems.push(`gives ${path} a value, but it is a group; did you mean ${example}?`)
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
