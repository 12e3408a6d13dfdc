import { describeWorker } from '../kit/describe.ts'

export const feedDescription = describeWorker({
  name: 'Assay_Feed',
  title: { en: 'Add to block list', fr: 'Mettre sur liste de blocage' },
  question: {
    en: 'Adds the observable to a block list that firewalls read.',
    fr: 'Met l’observable sur une liste de blocage que lisent les pare-feu.',
  },
  description:
    'Adds the observable to a block list that this server publishes as plain text, CSV and STIX 2.1. The entry expires after the set time.',
  dataTypes: ['thehive:case_artifact'],
  // Lists can be read by anyone who knows their address: RED stays here.
  config: { check_tlp: true, max_tlp: 2 },
  keeps: 'blockList',
  configuration: {
    feed: {
      label: 'List name',
      plain: true,
      type: 'string',
      default: 'blocklist',
      description: 'List name: lowercase letters, digits and hyphens',
    },
    expires_days: {
      label: 'Days on the list',
      type: 'number',
      default: 30,
      description: 'Days until the entry expires; 0 keeps it permanently',
    },
  },
})
