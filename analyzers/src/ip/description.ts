import { describeWorker } from '../kit/describe.ts'

export const ipDescription = describeWorker({
  name: 'Assay_IP',
  title: { en: 'IP address', fr: 'Adresse' },
  question: {
    en: 'Who owns it, and is it reserved?',
    fr: 'À qui est-elle, et est-elle réservée ?',
  },
  description:
    'Family, reserved ranges and their meaning, reverse name, addresses hidden in tunnels; country and owner from MMDB files.',
  dataTypes: ['ip', 'network'],
  judges: [],
  panel: 'address',
  configuration: {
    databases: {
      label: 'Country and owner databases',
      type: 'resource',
      multi: true,
      description:
        'MMDB files of countries, cities or network owners, such as GeoLite2-Country.mmdb and GeoLite2-ASN.mmdb',
    },
  },
})
