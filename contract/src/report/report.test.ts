import { describe, expect, it } from 'vitest'
import type { ReportFacts } from '../platform/reports.ts'
import {
  blocks,
  type ReportWriting,
  renderReport,
  reportTexts,
  sectionsOf,
  shippedTemplates,
  templateProblem,
  withoutEmptyHeadings,
  words,
} from './index.ts'

const facts: ReportFacts = {
  case: {
    id: '~1',
    number: 10,
    title: 'Phishing | <b>bank</b> https://evil.example/',
    severity: 3,
    status: 'Open',
    tlp: 3,
    pap: 2,
    openedAt: Date.UTC(2026, 10, 15, 8, 14, 59),
    description: '# Not a heading\n<script>x</script> https://evil.example/login',
    conclusion: '',
  },
  isOwner: true,
  organization: 'alpha',
  author: 'Alan',
  at: Date.UTC(2026, 10, 18),
  observables: [
    {
      id: '~2',
      dataType: 'domain',
      shown: 'evil.example',
      isFile: false,
      ioc: true,
      level: 'malicious',
      reason: { text: 'Seen at 192.0.2.1' },
    },
    { id: '~3', dataType: 'ip', shown: '192.0.2.7', isFile: false, ioc: false, level: null },
  ],
  moreObservables: 0,
  techniques: [],
  timeline: [
    { id: '~1', kind: 'case', at: Date.UTC(2026, 10, 15, 8, 14, 59), by: 'Alan', status: 'opened' },
    { id: '~9', kind: 'comment', at: 2, by: 'Eve', message: 'see http://evil.example/ {{author}}' },
    { id: '5', kind: 'change', at: 3, by: 'Eve', fields: ['severity'] },
  ],
  moreTimeline: 0,
  tasks: [{ title: 'Call them', status: 'Completed', assignee: 'Eve' }],
  people: ['Alan', 'Eve'],
}
const writing = (language: 'en' | 'fr' = 'en'): ReportWriting => ({
  texts: reportTexts[language],
  locale: language === 'en' ? 'en-GB' : 'fr',
  timeZone: 'UTC',
  typeName: (type) => type,
  say: ({ text }) => text,
})
const render = (body: string, lines = [] as { key: string; isShown: boolean; text?: string }[]) =>
  renderReport([{ title: '', body, lines }], facts, writing())

describe('a template', () => {
  it('has 24 placeholders', () => {
    expect(words.length + blocks.length).toBe(24)
  })

  it('is refused with an unknown placeholder, and with a block inside a line', () => {
    expect(templateProblem('{{case.titel}}')).toContain('{{case.titel}}')
    expect(templateProblem('{{#if x}}')).toContain('Unknown placeholder')
    expect(templateProblem('See {{timeline}}')).toContain('alone on its line')
    expect(templateProblem('Case {{ case.title }}\n\n{{timeline}}\n')).toBeUndefined()
  })

  it.each(shippedTemplates)('is shipped without a mistake: $id', ({ body, language }) => {
    expect(templateProblem(body)).toBeUndefined()
    const sections = sectionsOf(body).map((section) => ({ ...section, lines: [] }))
    expect(sections.map(({ id }) => id)[0]).toBe('cover')
    const text = renderReport(sections, facts, writing(language))
    expect(text).not.toContain('{{')
    expect(text).toContain('TLP:RED')
  })

  it('fills every placeholder', () => {
    for (const name of [...words, ...blocks])
      expect(render(`{{${name}}}`)).not.toContain(`{{${name}}}`)
  })
})

describe('a report', () => {
  it('has no heading above an empty block', () => {
    const text = render(
      '## A\n\n{{techniques}}\n\n## B\n\n### C\n\n{{case.conclusion}}\n\n## D\n\nx',
    )
    expect(text).toBe('## D\n\nx\n')
    expect(withoutEmptyHeadings(['## A', '```', '# code', '```'])).toHaveLength(4)
  })

  it('keeps words of people quoted, without tags, headings or working addresses', () => {
    const text = render('{{case.description}}\n\n{{case.title}}\n\n{{comments}}')
    expect(text).toContain('> # Not a heading\n> \\<script>')
    expect(text).toContain('Phishing \\| \\<b\\>bank')
    expect(text).not.toMatch(/https?:\/\//)
    // What a person wrote is no placeholder.
    expect(text).toContain('{{author}}')
  })

  it('defangs what is written into a section, and leaves no tag in it', () => {
    const text = render('Sent from 198.51.100.23 by mail@evil.example <img src=x>')
    expect(text).toContain('198[.]51[.]100[.]23')
    expect(text).toContain('\\<img')
    expect(text).not.toContain('mail@evil')
  })

  it('lists observables with verdict and reason, all defanged', () => {
    const text = render('{{values}}\n\n{{values.iocs}}')
    expect(text).toContain('| Malicious | evil\\[.\\]example | domain |')
    expect(text).toContain('| Not analyzed | 192\\[.\\]0\\[.\\]2\\[.\\]7 |')
    expect(text.match(/evil/g)).toHaveLength(2)
  })

  it('names a responder and what a YARA rule found as people do', () => {
    const [one] = facts.observables
    const reason = {
      text: 'YARA rule Script_In_Disguise matched: Form that runs encoded text',
      id: 'yara.malicious',
      parameters: { rule: 'Script_In_Disguise', description: 'Form that runs encoded text' },
    }
    const text = renderReport(
      [{ title: '', body: '{{values}}\n\n{{actions}}', lines: [] }],
      {
        ...facts,
        observables: one ? [{ ...one, reason }] : [],
        timeline: [
          { id: '7', kind: 'action', at: 4, title: 'Assay_Block_Address_1_0', status: 'Success' },
        ],
      },
      writing(),
    )
    expect(text.replaceAll('\\', '')).toContain('| Form that runs encoded text (YARA) |')
    expect(text).not.toContain('Script_In_Disguise')
    expect(text).toMatch(/^- Block Address on the case: successful$/m)
  })

  it('shows chosen lines of the timeline, reworded, to the minute', () => {
    expect(render('{{timeline}}')).toBe('- 15 Nov 2026, 08:14: Alan opened the case\n')
    const [opened, , changed] = facts.timeline.map(
      ({ kind, id, at, status = '' }) => `${kind} ${id} ${at} ${status}`,
    )
    const text = render('{{timeline}}', [
      { key: opened ?? '', isShown: false },
      { key: changed ?? '', isShown: true, text: 'Severity raised at evil.example' },
    ])
    expect(text).not.toContain('opened')
    expect(text).toContain('Severity raised at evil')
    expect(text).not.toContain('evil.example')
  })
})
