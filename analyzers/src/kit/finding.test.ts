import { catalogue, catalogueIds } from '@assay/contract/findings'
import { describe, expect, it } from 'vitest'
import { defineAnalyzer } from './define.ts'
import { type Finding, finding } from './finding.ts'
import { taxonomy } from './findings.ts'
import { reportOf } from './try.ts'

const same = (text: string) => ({ en: text, fr: text })
const said = { title: same('Trial'), question: same('Does it work?') }

const verdictOf = async (...findings: Finding[]) => {
  const analyzer = defineAnalyzer({
    ...said,
    name: 'Trial',
    version: '1.0',
    description: 'x',
    dataTypes: ['other'],
    run: () => ({ taxonomies: [taxonomy('info', 'Script', 'Language', 'x')], findings, full: {} }),
  })
  return reportOf(analyzer, { dataType: 'other', data: 'x' })
}

describe('the verdict', () => {
  it('is that of the worst finding', async () => {
    const { full } = await verdictOf(finding('script.hta'), finding('script.test-virus'))
    expect(full.verdict).toBe('malicious')
  })

  it('takes no notice of a single doubt of low confidence, and shows it as a fact', async () => {
    const { full, taxonomies } = await verdictOf(finding('script.download', { evidence: 'x' }))
    expect(full.verdict).toBe('info')
    expect(taxonomies.map(({ level }) => level)).toEqual(['info', 'info'])
    expect(full.findings).toMatchObject([{ id: 'script.download', level: 'suspicious' }])
  })

  it('counts two different ones', async () => {
    const { full } = await verdictOf(
      finding('script.download', { evidence: 'x' }),
      finding('script.hidden-window', { evidence: 'y' }),
    )
    expect(full.verdict).toBe('suspicious')
  })

  it('does not count the same doubt twice', async () => {
    const { full } = await verdictOf(
      finding('script.download', { evidence: 'x' }),
      finding('script.download', { evidence: 'y' }),
    )
    expect(full.verdict).toBe('info')
  })

  it('follows the badges of analyzers that give no findings', async () => {
    const analyzer = defineAnalyzer({
      ...said,
      name: 'Mine',
      version: '1.0',
      description: 'x',
      dataTypes: ['other'],
      run: () => ({ taxonomies: [taxonomy('suspicious', 'Mine', 'Seen', 'x')], full: {} }),
    })
    const { full } = await reportOf(analyzer, { dataType: 'other', data: 'x' })
    expect(full.verdict).toBe('suspicious')
    expect(full.findings).toMatchObject([{ predicate: 'Seen', value: 'x' }])
  })
})

describe('a finding', () => {
  it('says its evidence in one line, in which nothing hides', () => {
    const { explanation, parameters } = finding('document.launch', { target: 'a\r\nb\u202ec\0' })
    expect(explanation).toBe('Launches a b⟨U+202E⟩c⟨U+0000⟩')
    expect(parameters).toEqual({ target: 'a b⟨U+202E⟩c⟨U+0000⟩' })
  })

  it.each(catalogueIds)('%s is named by its analyzer, and has a sentence', (id) => {
    const { sentence, value, predicate } = catalogue[id]
    expect(id).toMatch(/^[a-z-]+\.[a-z0-9-]+$/)
    expect(sentence).toMatch(/^[A-Z0-9{]/)
    expect(predicate.length * value.length).toBeGreaterThan(0)
  })
})
