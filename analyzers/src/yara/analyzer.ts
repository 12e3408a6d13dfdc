import { defineAnalyzer, fail, type Level, taxonomy } from '../kit/index.ts'
import { yaraDescription } from './description.ts'
import type { Match } from './engine.ts'
import { ruleFiles } from './rule-files.ts'

/** The file is copied into the memory of WebAssembly, which is given back with the thread. */
const maxBytes = 64 * 1024 * 1024
const maxBadges = 10
const maxMatches = 500
const levels = new Set<string>(['info', 'suspicious', 'malicious'])

export const analyzer = defineAnalyzer({
  ...yaraDescription,
  async run(file, { config }) {
    if (!levels.has(config.level)) fail('The setting level is info, suspicious or malicious')
    const files = ruleFiles(config.rules)
    // It is there from the start in every organization: without rules it has nothing to say.
    if (files.length === 0)
      return { taxonomies: [], full: { matches: [], message: 'There are no rules' } }
    const bytes = await file.read(maxBytes)
    const { compile, scan } = await import('./engine.ts')
    const compiled = compile(files)
    const matches = scan(compiled, bytes)
    const level = config.level as Level
    const names = [...new Set(matches.map(({ identifier }) => identifier))]
    return {
      taxonomies:
        names.length === 0
          ? [taxonomy('info', 'YARA', 'Matches', 0)]
          : names.slice(0, maxBadges).map((name) => taxonomy(level, 'YARA', 'Rule', name)),
      full: {
        matches: matches.slice(0, maxMatches).map((match) => shown(match, bytes)),
        ruleFiles: files.length,
        unusable: compiled.unusable,
      },
    }
  },
})

const shownBytes = 64

const shown = ({ identifier, namespace, tags, metadata, patterns }: Match, bytes: Buffer) => ({
  rule: identifier,
  file: namespace.slice(namespace.indexOf(':') + 1),
  tags,
  metadata: metadata.map((entry) => ({ name: entry.identifier, value: textOf(entry.value) })),
  patterns: patterns
    .filter(({ matches }) => matches.length > 0)
    .map((pattern) => ({
      name: pattern.identifier,
      matches: pattern.matches.map(({ offset, length }) => ({
        offset,
        length,
        hex: bytes.toString('hex', offset, offset + Math.min(length, shownBytes)),
      })),
    })),
})

/** Numbers of 64 bits come as BigInt, which JSON does not have. */
const textOf = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? [...value] : value
