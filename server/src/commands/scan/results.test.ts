import type { Level } from '@assay/analyzers'
import { describe, expect, it } from 'vitest'
import { printJson, printMarkdown, printTable } from './print.ts'
import { exitCodeOf, type Scan, type ScanObservable, type ScanResult } from './results.ts'

const ip: ScanObservable = { dataType: 'ip', data: '8.8.8.8', depth: 0 }
const link: ScanObservable = {
  dataType: 'url',
  data: 'https://evil.se/a|b',
  foundIn: 'mail.eml',
  depth: 1,
}

const success = (level: Level, observable = ip): ScanResult => ({
  observable,
  analyzer: 'Assay_Test',
  status: 'Success',
  level,
  taxonomies: [
    { level: 'info', namespace: 'T', predicate: 'Fact', value: 1 },
    { level, namespace: 'T', predicate: 'Found', value: 'x' },
  ],
  artifacts: [],
  ms: 1,
})
const failed = (observable = ip): ScanResult => ({
  ...success('info', observable),
  status: 'Failure',
  taxonomies: [],
  errorMessage: 'The sky\u001b[2J is low\nand more',
})
const scanOf = (results: ScanResult[], skipped: Scan['skipped'] = []): Scan => ({
  results,
  skipped,
  ms: 1234,
})
const terminal = { columns: 200, hasColors: false }

describe('the exit code', () => {
  it.each<[string, Scan, number]>([
    ['nothing found', scanOf([success('info'), success('safe')]), 0],
    ['suspicious', scanOf([success('info'), success('suspicious')]), 1],
    ['malicious inside of it', scanOf([success('info'), success('malicious', link)]), 1],
    ['one analyzer failed, another answered', scanOf([failed(), success('info')]), 2],
    ['an analysis inside of it failed', scanOf([success('info'), failed(link)]), 2],
    ['an analyzer left something out', scanOf([{ ...success('safe'), incomplete: ['x'] }]), 2],
    ['all failed', scanOf([failed()]), 2],
    ['a finding beside an error', scanOf([failed(), success('malicious', link)]), 1],
    ['nobody takes it', scanOf([success('info')], [{ observable: ip, reason: 'x' }]), 2],
    ['nothing was analyzed', scanOf([]), 2],
  ])('%s', (_, scan, code) => {
    expect(exitCodeOf(scan)).toBe(code)
  })
})

describe('the table', () => {
  it('shows what was given, and of what was found inside only what matters', () => {
    const scan = scanOf([
      success('info'),
      success('suspicious', link),
      success('info', { ...link, data: 'https://b.se' }),
    ])
    expect(
      printTable(scan, terminal)
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      'OBSERVABLE                        ANALYZER  LEVEL       FINDINGS',
      '8[.]8[.]8[.]8                     Test      info        Fact: 1; Found: x',
      'mail.eml › hxxps://evil[.]se/a|b  Test      suspicious  Found: x; Fact: 1',
      '',
      '1 nested observable: nothing found.',
      'Verdict: suspicious (3 analyses in 1.2 s)',
    ])
  })

  it('says why in sentences, the most convincing first, with nothing to click', () => {
    const told = (level: Level, confidence: string, explanation: string) => ({
      level,
      confidence,
      explanation,
    })
    const full = {
      findings: [
        told('info', 'high', 'A fact'),
        told('suspicious', 'medium', 'It was made yesterday'),
        told('suspicious', 'high', 'It shows https://bank.example and leads to https://evil.se/x'),
        told('malicious', 'high', 'It is on the block list “ours”'),
      ],
    }
    const scan = scanOf([{ ...success('malicious'), full }])
    const why =
      'It is on the block list “ours”; It shows hxxps://bank[.]example and leads to hxxps://evil[.]se/x; It was made yesterday; Fact: 1'
    expect(printTable(scan, { columns: Number.POSITIVE_INFINITY, hasColors: false })).toContain(why)
    expect(printMarkdown(scan)).toContain(why)
    expect(JSON.parse(printJson(scan)).results[0].reasons).toHaveLength(3)
    const [, row = ''] = printTable(scan, { columns: 80, hasColors: false }).split('\n')
    expect(row).toMatch(/It is on the block list.*…$/)
    expect(row.length).toBeLessThanOrEqual(80)
  })

  it('cuts findings to the window, and says failures in one clean line', () => {
    const lines = printTable(scanOf([failed()]), { columns: 60, hasColors: false }).split('\n')
    expect(lines[1]).toBe('8[.]8[.]8[.]8  Test      -      failed: The sky is low')
    expect(lines.at(-1)).toBe(
      'Verdict: incomplete (some content could not be examined) (1 analysis in 1.2 s, 1 failed)',
    )
  })

  it('says what was not examined, also inside and next to a finding', () => {
    const locked = { ...success('info', link), incomplete: ['a.exe is encrypted'] }
    const lines = printTable(scanOf([success('malicious'), locked]), terminal).split('\n')
    expect(lines[2]).toContain('not examined: a.exe is encrypted')
    expect(lines.at(-1)).toBe('Verdict: malicious, incomplete (2 analyses in 1.2 s)')
  })

  it('distinguishes files of the same name by their paths, and so does JSON', () => {
    const files = ['a/x.pdf', 'b/x.pdf'].map((shownAs) =>
      success('info', {
        dataType: 'file',
        path: `/${shownAs}`,
        filename: 'x.pdf',
        shownAs,
        depth: 0,
      }),
    )
    expect(printTable(scanOf(files), terminal)).toMatch(/^a\/x\.pdf .*\nb\/x\.pdf /m)
    expect(JSON.parse(printJson(scanOf(files)))).toMatchObject({
      verdict: 'info',
      incomplete: [],
      results: [
        { filename: 'x.pdf', path: 'a/x.pdf' },
        { filename: 'x.pdf', path: 'b/x.pdf' },
      ],
    })
  })

  it('cuts long paths in their middle, and files that then look alike stay two', () => {
    const files = ['a', 'b'].map((folder) => {
      const shownAs = `quite/a/long/path/${folder}/${'and/so/on/'.repeat(10)}x.pdf`
      return success('info', {
        dataType: 'file',
        path: shownAs,
        filename: 'x.pdf',
        shownAs,
        depth: 0,
      })
    })
    const lines = printTable(scanOf(files), terminal).split('\n')
    for (const line of lines.slice(1, 3)) expect(line).toMatch(/^quite\/a\/long.*….*on\/x\.pdf /)
  })

  it('cannot be broken by an observable', () => {
    const evil = { dataType: 'other', data: 'a\u001b]0;x\u0007\r\nb\u202e', depth: 0 }
    const table = printTable(scanOf([success('info', evil)]), terminal)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(table.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    expect(table.split('\n')).toHaveLength(4)
  })
})

it('Markdown is defanged and keeps its table', () => {
  const text = printMarkdown(scanOf([success('suspicious', link)]))
  expect(text).toContain('| `mail.eml › hxxps://evil[.]se/a\\|b`')
  expect(text).not.toContain('https://')
})
