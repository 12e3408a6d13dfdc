import { describeWorker } from '../kit/describe.ts'
import { brandConfiguration } from './brand-configuration.ts'

export const domainDescription = describeWorker({
  name: 'Assay_Domain',
  description:
    'Registrable name and public suffix, scripts and look-alike letters, look-alikes of brands, names that look generated.',
  dataTypes: ['domain', 'fqdn'],
  configuration: brandConfiguration,
})
