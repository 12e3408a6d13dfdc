import { describeWorker } from '../kit/describe.ts'

export const urlDescription = describeWorker({
  name: 'Assay_Url',
  version: '1.0',
  description:
    'Takes an address apart: host, disguises, credentials, ports, shorteners, look-alikes; unwraps safe links and click trackers.',
  dataTypes: ['url'],
  configuration: {
    brands: {
      plain: true,
      type: 'string',
      multi: true,
      description:
        'Domains whose look-alikes are reported, such as example.com; yours beside the well-known ones',
    },
    well_known_brands: {
      type: 'boolean',
      default: true,
      description: 'Also look for look-alikes of names that are imitated most',
    },
  },
})
