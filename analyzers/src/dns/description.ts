import { describeWorker } from '../kit/describe.ts'

export const dnsDescription = describeWorker({
  name: 'Assay_Dns',
  title: { en: 'DNS', fr: 'DNS' },
  question: { en: 'Which IP addresses does it have?', fr: 'Quelles adresses IP a-t-il ?' },
  description:
    'Queries the DNS records of a domain (A, AAAA, MX, TXT, NS, CAA), evaluates SPF and DMARC, and resolves the PTR name of an IP address.',
  dataTypes: ['domain', 'fqdn', 'mail', 'ip'],
  judges: [],
  needsNetwork: true,
  panel: 'dns',
  configuration: {
    resolvers: {
      label: 'Name servers',
      plain: true,
      type: 'string',
      multi: true,
      description:
        "Name servers to query instead of the system's: 192.0.2.53 or [2001:db8::53]:5353",
    },
  },
})
