import { describeWorker } from '../kit/describe.ts'

export const listsDescription = describeWorker({
  name: 'Assay_Lists',
  title: { en: 'Block lists', fr: 'Listes de blocage' },
  question: { en: 'Is it on one of our lists?', fr: 'Figure-t-elle sur une de nos listes ?' },
  description:
    'Looks up an observable in your own block, watch and allow lists and in MISP warning lists. Changed files are reloaded.',
  dataTypes: [
    'ip',
    'domain',
    'fqdn',
    'hostname',
    'url',
    'mail',
    'hash',
    'filename',
    'user-agent',
    'autonomous-system',
    'other',
  ],
  isOwnList: true,
  configuration: {
    block_lists: {
      type: 'resource',
      multi: true,
      description:
        'Files, or folders of files, with one bad observable per line; a match is malicious',
    },
    watch_lists: {
      type: 'resource',
      multi: true,
      description: 'Same format, for observables that need review; a match is suspicious',
    },
    allow_lists: {
      type: 'resource',
      multi: true,
      description: 'Same format, for known good observables; a match is benign',
    },
    warning_lists: {
      type: 'resource',
      multi: true,
      description: 'Folders of MISP warning lists (list.json); a match is only reported',
    },
    starter_lists: {
      label: 'Built-in lists',
      plain: true,
      type: 'boolean',
      default: true,
      description:
        'Report hosts of dynamic DNS, tunneling, URL shortener, paste and similar services',
    },
  },
})
