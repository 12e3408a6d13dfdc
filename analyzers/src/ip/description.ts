import { describeWorker } from '../kit/describe.ts'

export const ipDescription = describeWorker({
  name: 'Assay_IP',
  title: { en: 'IP address', fr: 'Adresse' },
  question: {
    en: 'Who owns it, and is it reserved?',
    fr: 'À qui est-elle, et est-elle réservée ?',
  },
  description:
    'IP version, special-purpose ranges, PTR name, embedded IPv4; GeoIP and ASN from MMDB files.',
  dataTypes: ['ip', 'network'],
  judges: [],
  panel: 'address',
  configuration: {
    databases: {
      label: 'GeoIP and ASN databases',
      type: 'resource',
      multi: true,
      description:
        'MMDB files with countries, cities or network owners, such as GeoLite2-Country.mmdb and GeoLite2-ASN.mmdb',
    },
  },
})
