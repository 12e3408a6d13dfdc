/** Scripts in which names are registered; signs and digits belong to all of them. */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Thai',
  'Georgian',
  'Cherokee',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
] as const

const patterns = scripts.map((script) => [script, new RegExp(`\\p{sc=${script}}`, 'u')] as const)

/** Together they write Chinese, Japanese and Korean; Latin letters are usual among them. */
const usualMixes = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Hangul']),
  new Set(['Latin', 'Han', 'Bopomofo']),
]

export interface Scripts {
  readonly scripts: readonly string[]
  /** Letters of different alphabets in one word, as no language writes. */
  readonly isMixed: boolean
}

export function scriptsOf(label: string): Scripts {
  const found: string[] = patterns.filter(([, form]) => form.test(label)).map(([script]) => script)
  if (/[^\p{ASCII}]/u.test(label) && found.length === 0) found.push('other')
  const isUsual = usualMixes.some((mix) => found.every((script) => mix.has(script)))
  return { scripts: found, isMixed: found.length > 1 && !isUsual }
}
