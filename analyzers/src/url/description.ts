import { brandConfiguration } from '../domain/brand-configuration.ts'
import { describeWorker } from '../kit/describe.ts'

export const urlDescription = describeWorker({
  name: 'Assay_Url',
  description:
    'Takes an address apart: host, disguises, credentials, ports, shorteners, look-alikes; unwraps safe links and click trackers.',
  dataTypes: ['url'],
  configuration: brandConfiguration,
})
