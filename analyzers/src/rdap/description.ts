import { describeWorker } from '../kit/describe.ts'

export const rdapDescription = describeWorker({
  name: 'Assay_Rdap',
  title: { en: 'Registration', fr: 'Enregistrement' },
  question: {
    en: 'When was it registered, and by whom?',
    fr: 'Depuis quand et par qui est-il enregistré ?',
  },
  description:
    "Queries the registries (RDAP) for a domain's registrant and registration date, and for the holder of an IP address or AS number.",
  dataTypes: ['domain', 'fqdn', 'ip', 'autonomous-system'],
  judges: [],
  needsNetwork: true,
  panel: 'registration',
  configuration: {
    server: {
      label: 'RDAP server',
      plain: true,
      type: 'string',
      description:
        'RDAP server to query instead of the one listed by IANA, such as https://rdap.example.org',
    },
    bootstrap: {
      label: 'RDAP server lists',
      plain: true,
      type: 'string',
      default: 'https://data.iana.org/rdap',
      description: 'Location of the RDAP server lists (dns.json, ipv4.json, ipv6.json, asn.json)',
    },
    young_days: {
      label: 'Newly registered domain (days)',
      type: 'number',
      default: 30,
      description: 'Domains registered fewer days ago are suspicious',
    },
  },
})
