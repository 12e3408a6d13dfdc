import type { Job } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { jobsToCsv, jobsToMarkdown } from './jobs.ts'

const job = (change: Partial<Job>) =>
  ({
    id: 'j1',
    status: 'Success',
    type: 'analyzer',
    dataType: 'url',
    data: 'https://evil.example/a',
    workerName: 'Verdict_1_0',
    tlp: 2,
    pap: 1,
    createdBy: 'ana',
    createdAt: Date.UTC(2026, 10, 1, 10),
    ...change,
  }) as Job

const findings = new Map([
  [
    'j1',
    {
      taxonomies: [
        { level: 'malicious', namespace: 'VT', predicate: 'hits', value: '32/94' } as const,
      ],
    },
  ],
])

describe('jobs as CSV', () => {
  it('hold the original value, the verdict and the times', () => {
    const [head, row] = jobsToCsv([job({})], findings).split('\r\n')
    expect(head).toMatch(/^id,status,kind,dataType,data,/)
    expect(row).toBe(
      'j1,Success,analyzer,url,https://evil.example/a,,Verdict_1_0,malicious,"VT:hits=""32/94""",,2,1,ana,2026-11-01T10:00:00.000Z,,',
    )
  })

  it('let no value become a formula', () => {
    const csv = jobsToCsv(
      [job({ dataType: 'other', data: '=cmd|calc', errorMessage: '@x' })],
      new Map(),
    )
    expect(csv).toContain(",'=cmd|calc,")
    expect(csv).toContain(",'@x,")
  })
})

describe('jobs as Markdown', () => {
  it('hold nothing that can be clicked', () => {
    const markdown = jobsToMarkdown(
      [job({}), job({ id: 'j2', status: 'Failure', errorMessage: 'see https://evil.example' })],
      findings,
      'Jobs',
    )
    expect(markdown).not.toContain('https://')
    expect(markdown).toContain('hxxps://evil\\[.\\]example/a')
    expect(markdown).toContain('VT:hits="32/94"')
  })

  it('say the strictest TLP of all of them first', () => {
    expect(jobsToMarkdown([job({ tlp: 1 }), job({ tlp: 3 })], new Map(), 'Jobs')).toContain(
      '\nTLP:RED\n',
    )
  })
})
