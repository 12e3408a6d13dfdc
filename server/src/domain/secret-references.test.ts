import { describe, expect, it } from 'vitest'
import {
  isMarkedIn,
  isPlainIn,
  markedTexts,
  markReferences,
  readSecretReference,
  referenceProblem,
  unmarked,
  withSecrets,
} from './secret-references.ts'

const ref = (source: string, name: string) => `\${${source}:${name}}`

describe('readSecretReference', () => {
  it.each([
    ['env', 'ASSAY_SECRET_ALPHA_VT'],
    ['file', 'vt-key.txt'],
    ['vault', 'secret/data/x#key'],
  ])('knows one of %s', (source, name) => {
    const text = ref(source, name)
    expect(readSecretReference(text)).toEqual({ source, name, text })
  })

  it.each([
    ...['../x', '..', '.', '.x', 'a/b', '/a', 'a\\b', '', 'a b', 'a\n', 'x'.repeat(129)].map(
      (name) => ref('file', name),
    ),
    ...['1A', 'A-B', 'A B', '', 'A\u0000', 'A'.repeat(256)].map((name) => ref('env', name)),
    ref('env', ref('file', 'x')),
    `x${ref('env', 'A')}`,
    `${ref('env', 'A')} `,
    `${ref('env', 'A')}${ref('env', 'B')}`,
    ref('ENV', 'A'),
    `$${ref('env', 'A')}`,
  ])('takes %j for none', (text) => {
    expect(readSecretReference(text)).toBe('malformed')
  })

  it.each(['', '$', 'env:A', '{env:A}', '$env:A', ref('http', 'A'), 'pa$${word}'])(
    'leaves %j alone',
    (text) => expect(readSecretReference(text)).toBeUndefined(),
  )
})

describe('references in a configuration', () => {
  const text = ref('env', 'A')
  const configuration = { key: text, url: text, keys: ['x', text], level: 3, none: null }
  const isSecret = (item: string) => item.startsWith('key')

  it('are marked in secret items, shown as texts, and replaced for a run', () => {
    const sealed = markReferences(configuration, isSecret, () => false)
    expect(sealed).toEqual({
      ...configuration,
      key: { $secret: text },
      keys: ['x', { $secret: text }],
    })
    expect(unmarked(sealed)).toEqual(configuration)
    expect(markedTexts(sealed)).toEqual([text, text])
    expect(withSecrets(sealed, new Map([[text, 's']]))).toEqual({
      ...configuration,
      ...{ key: 's', keys: ['x', 's'] },
    })
    expect(isMarkedIn(sealed, 'key', text)).toBe(true)
    expect([isPlainIn(sealed, 'key', text), isPlainIn(sealed, 'url', text)]).toEqual([false, true])
    expect(isPlainIn(sealed, 'toString', text)).toBe(false)
  })

  it('are not marked where the same text was saved before as it is', () => {
    expect(markReferences(configuration, isSecret, () => true)).toEqual(configuration)
  })

  it('may be saved in secret items only, and only if they are open', () => {
    expect(referenceProblem(text, true, () => true)).toBeUndefined()
    expect(referenceProblem(text, true, () => false)).toContain('not open to this organization')
    expect(referenceProblem(text, false, () => true)).toContain('only in items that hold a secret')
    expect(referenceProblem(`a ${text}`, true, () => true)).toContain('must be the whole value')
    expect(referenceProblem(`a ${text}`, false, () => true)).toBeUndefined()
    expect(referenceProblem(ref('vault', 'a'), true, () => true)).toContain('not supported yet')
    expect(referenceProblem('plain', true, () => false)).toBeUndefined()
  })
})
