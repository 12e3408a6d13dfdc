import { describeWorker } from '../kit/describe.ts'

export const threatFeedsDescription = describeWorker({
  name: 'Assay_Feeds',
  title: { en: 'Threat feeds', fr: 'Flux de menaces' },
  question: { en: 'Is it in a threat feed?', fr: 'Un flux de menaces la connaît-il ?' },
  description:
    'Looks up an observable in the threat feeds of your organization and the operator (URLhaus, ThreatFox, MISP, STIX, plain lists). Reports the feed, its reason and its age.',
  dataTypes: ['ip', 'domain', 'fqdn', 'hostname', 'url', 'mail', 'hash', 'file'],
  asksFeeds: true,
  sample: () => import('../kit/sample-mail.ts'),
  configuration: {
    feeds: {
      plain: true,
      type: 'string',
      multi: true,
      description: 'Names of the feeds to use; empty means all',
    },
    stale_after_days: {
      label: 'Stale after (days)',
      plain: true,
      type: 'number',
      default: 7,
      description: 'Feeds not refreshed for this long are reported as stale',
    },
  },
})
