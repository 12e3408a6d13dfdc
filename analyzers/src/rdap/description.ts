import { describeWorker } from '../kit/describe.ts'

export const rdapDescription = describeWorker({
  name: 'Assay_Rdap',
  title: { en: 'Registration', fr: 'Enregistrement' },
  question: {
    en: 'When was it registered, and by whom?',
    fr: 'Depuis quand et par qui est-il enregistré ?',
  },
  description:
    'Asks the registries (RDAP) who registered a domain and when, and who holds an address or an autonomous system.',
  dataTypes: ['domain', 'fqdn', 'ip', 'autonomous-system'],
  judges: [],
  needsNetwork: true,
  panel: 'registration',
  configuration: {
    server: {
      label: 'Registration server',
      plain: true,
      type: 'string',
      description:
        'RDAP server to ask instead of the one that IANA names, https://rdap.example.org',
    },
    bootstrap: {
      label: 'Where the servers are listed',
      plain: true,
      type: 'string',
      default: 'https://data.iana.org/rdap',
      description: 'Where the lists of RDAP servers are (dns.json, ipv4.json, ipv6.json, asn.json)',
    },
    young_days: {
      label: 'Days for which a domain is young',
      type: 'number',
      default: 30,
      description: 'A domain that was registered fewer days ago is suspicious',
    },
  },
})
