import type { ReportLanguage } from '../platform/reports.ts'

export interface ShippedTemplate {
  readonly id: string
  readonly name: string
  readonly language: ReportLanguage
  readonly body: string
}

interface Headings {
  readonly cover: string
  readonly summary: string
  readonly timeline: string
  readonly observables: string
  readonly techniques: string
  readonly actions: string
  readonly conclusion: string
}

const incident = (text: Headings) => `# {{case.title}}

${text.cover}

## ${text.summary}

{{case.description}}

## ${text.timeline}

{{timeline}}

## ${text.observables}

{{values}}

## ${text.techniques}

{{techniques}}

## ${text.actions}

{{actions}}

## ${text.conclusion}

{{case.conclusion}}
`

/** Part of the program: every organization has them, and none can change them. */
export const shippedTemplates: readonly ShippedTemplate[] = [
  {
    id: 'incident-en',
    name: 'Incident report',
    language: 'en',
    body: incident({
      cover:
        '**{{case.tlp}}** · Case {{case.number}} · {{case.severity}} · opened {{case.opened}} · {{author}}, {{organization}} · {{today}}',
      summary: 'Summary',
      timeline: 'Timeline',
      observables: 'Observables',
      techniques: 'Techniques',
      actions: 'Actions taken',
      conclusion: 'Conclusion',
    }),
  },
  {
    id: 'incident-fr',
    name: 'Rapport d’incident',
    language: 'fr',
    body: incident({
      cover:
        '**{{case.tlp}}** · Dossier {{case.number}} · {{case.severity}} · ouvert le {{case.opened}} · {{author}}, {{organization}} · {{today}}',
      summary: 'Résumé',
      timeline: 'Chronologie',
      observables: 'Observables',
      techniques: 'Techniques',
      actions: 'Mesures prises',
      conclusion: 'Conclusion',
    }),
  },
]
