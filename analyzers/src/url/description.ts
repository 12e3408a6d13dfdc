import { brandConfiguration } from '../domain/brand-configuration.ts'
import { describeWorker } from '../kit/describe.ts'

export const urlDescription = describeWorker({
  name: 'Assay_Url',
  title: { en: 'URL', fr: 'URL' },
  question: { en: 'Where does the link really lead?', fr: 'Où le lien mène-t-il vraiment ?' },
  description:
    'Analyzes a URL: host, obfuscation, credentials, ports, shorteners, look-alikes; unwraps safe links and click trackers.',
  dataTypes: ['url'],
  panel: 'url',
  configuration: brandConfiguration,
})
