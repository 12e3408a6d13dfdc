import { describeWorker } from '../kit/describe.ts'

export const domainDescription = describeWorker({
  name: 'Assay_Domain',
  version: '1.0',
  description:
    'Registrable name and public suffix, scripts and look-alike letters, look-alikes of brands, names that look generated.',
  dataTypes: ['domain', 'fqdn'],
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
