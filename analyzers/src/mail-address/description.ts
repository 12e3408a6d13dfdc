import { brandConfiguration } from '../domain/brand-configuration.ts'
import { describeWorker } from '../kit/describe.ts'

export const mailAddressDescription = describeWorker({
  name: 'Assay_MailAddress',
  description:
    'Judges an email address: look-alikes of brands, free accounts that pose as one, disposable providers, generated domains.',
  dataTypes: ['mail'],
  configuration: brandConfiguration,
})
