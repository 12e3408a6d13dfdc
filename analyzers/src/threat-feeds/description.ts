import { describeWorker } from '../kit/describe.ts'

export const threatFeedsDescription = describeWorker({
  name: 'Assay_Feeds',
  title: { en: 'Threat feeds', fr: 'Flux de menaces' },
  question: { en: 'Is it in a threat feed?', fr: 'Un flux de menaces la connaît-il ?' },
  description:
    'Looks an observable up in the threat feeds of your organization and of the operator: URLhaus, ThreatFox, MISP, STIX, plain lists. Names the feed, its reason and its age.',
  dataTypes: ['ip', 'domain', 'fqdn', 'hostname', 'url', 'mail', 'hash', 'file'],
  asksFeeds: true,
  sample: () => import('../kit/sample-mail.ts'),
  configuration: {
    feeds: {
      plain: true,
      type: 'string',
      multi: true,
      description: 'Names of the feeds that count; all of them when empty',
    },
    stale_after_days: {
      label: 'Days until a feed is stale',
      plain: true,
      type: 'number',
      default: 7,
      description: 'A feed that was not refreshed for this long is named in the report',
    },
  },
})
