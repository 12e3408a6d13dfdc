import { brandConfiguration } from '../domain/brand-configuration.ts'
import { describeWorker } from '../kit/describe.ts'

export const mailAddressDescription = describeWorker({
  name: 'Assay_MailAddress',
  title: { en: 'Email address', fr: 'Adresse e-mail' },
  question: { en: 'Does the address imitate a brand?', fr: 'L’adresse imite-t-elle une marque ?' },
  description:
    'Checks an email address: look-alikes of brands, free accounts that impersonate one, disposable providers, generated domains.',
  dataTypes: ['mail'],
  configuration: brandConfiguration,
})
