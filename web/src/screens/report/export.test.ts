import type { JobWithReport } from '@assay/contract'
import { expect, it } from 'vitest'
import type { Found } from './artifacts/list.ts'
import { artifactsCsv, fileNameOf, markdownOf } from './export.ts'

const found = (dataType: string, data: string): Found => ({
  id: `${dataType}${data}`,
  dataType,
  data,
  attachment: undefined,
  tlp: 2,
  tags: ['=1+1'],
  messages: [],
})

const job = {
  id: 'job-1',
  workerName: 'Hostile_1_0',
  dataType: 'domain',
  data: 'hostile.example',
  status: 'Success',
  tlp: 2,
  pap: 1,
  createdAt: 0,
  createdBy: 'ana',
  report: {
    success: true,
    summary: { taxonomies: [{ level: 'malicious', namespace: 'A', predicate: 'b', value: '`x`' }] },
    full: {
      '<script>alert(1)</script>': 'https://outside.example/a',
      nested: [{ text: '[click](javascript:alert(4))\n# heading' }],
    },
  },
} as unknown as JobWithReport

it('artifacts leave as a table whose addresses do not work', () => {
  expect(artifactsCsv([found('url', 'https://evil.example/a,b'), found('other', '=1')])).toBe(
    [
      'dataType,value,sha256,tlp,tags,message',
      `url,"hxxps://evil[.]example/a,b",,TLP:AMBER,'=1+1,`,
      `other,'=1,,TLP:AMBER,'=1+1,`,
      '',
    ].join('\r\n'),
  )
})

it('no cell of the artifacts holds an address that works', () => {
  const image = '<img src=https://outside.example/a.png>'
  const csv = artifactsCsv([{ ...found('other', image), tags: [image], messages: [image] }])
  expect(csv).not.toMatch(/https?:/)
})

it('a report leaves as Markdown in which nothing is markup and no address works', () => {
  const markdown = markdownOf(job, [found('url', 'http://a.example/x|y')])
  expect(markdown).toContain('# Hostile_1_0: `hostile[.]example`')
  expect(markdown).toContain('TLP:AMBER · PAP:GREEN')
  expect(markdown).toContain('- **malicious** ``A:b="`x`"``')
  expect(markdown).toContain('- `<script>alert(1)</script>`: `hxxps://outside[.]example/a`')
  expect(markdown).toContain('`[click](javascript[:]alert(4)) # heading`')
  expect(markdown).toContain('`hxxp://a[.]example/x\\|y`')
  expect(markdown).not.toMatch(/https?:\/\//)
})

it('a report of any size and depth leaves in part, and says so', () => {
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  const many = Array.from({ length: 50_000 }, (_, index) => index)
  const markdown = markdownOf({ ...job, report: { full: { many, deep } } } as JobWithReport, [])
  expect(markdown.length).toBeLessThan(200_000)
  expect(markdown).toMatch(/- … \(\d+\)/)
})

it('a file is named after its job', () => {
  expect(fileNameOf({ id: '../a b' }, '-artifacts')).toBe('job-___a_b-artifacts')
})
