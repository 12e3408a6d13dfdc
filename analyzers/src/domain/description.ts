import { describeWorker } from '../kit/describe.ts'
import { brandConfiguration } from './brand-configuration.ts'

export const domainDescription = describeWorker({
  name: 'Assay_Domain',
  title: { en: 'Domain', fr: 'Domaine' },
  question: { en: 'Is it a look-alike domain?', fr: 'Le nom en imite-t-il un autre ?' },
  description:
    'Registered domain and public suffix, mixed alphabets and homoglyphs, look-alikes of brands, algorithmically generated names (DGA).',
  dataTypes: ['domain', 'fqdn'],
  panel: 'domain',
  configuration: brandConfiguration,
})
