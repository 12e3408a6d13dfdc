import { describeWorker } from '../kit/describe.ts'

export const dnsDescription = describeWorker({
  name: 'Assay_Dns',
  title: { en: 'DNS', fr: 'DNS' },
  question: { en: 'Which addresses does it have?', fr: 'Quelles adresses a-t-il ?' },
  description:
    'Asks the name servers about a domain (A, AAAA, MX, TXT, NS, CAA), evaluates its SPF and DMARC, and finds the name of an address.',
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
      description: "Name servers to ask instead of the system's: 192.0.2.53 or [2001:db8::53]:5353",
    },
  },
})
