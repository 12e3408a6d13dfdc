import { describeWorker } from '../kit/describe.ts'
import { brandConfiguration } from './brand-configuration.ts'

export const domainDescription = describeWorker({
  name: 'Assay_Domain',
  title: { en: 'Domain', fr: 'Domaine' },
  question: { en: 'Is it a look-alike domain?', fr: 'Le nom en imite-t-il un autre ?' },
  description:
    'Registrable name and public suffix, scripts and look-alike letters, look-alikes of brands, names that look generated.',
  dataTypes: ['domain', 'fqdn'],
  panel: 'domain',
  configuration: brandConfiguration,
})
