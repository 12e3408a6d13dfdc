import { brandConfiguration } from '../domain/brand-configuration.ts'
import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const pageDescription = describeWorker({
  name: 'Assay_Page',
  title: { en: 'Web page', fr: 'Page web' },
  question: {
    en: 'What would the page do when opened?',
    fr: 'Que ferait la page une fois ouverte ?',
  },
  version: '1.0',
  description:
    'Reads web pages (HTML, SVG) without opening them: HTML smuggling, forms that submit elsewhere, hidden iframes, impersonated brands.',
  dataTypes: ['file'],
  sample: () => import('./sample.ts'),
  configuration: { ...brandConfiguration, ...followConfiguration },
})
