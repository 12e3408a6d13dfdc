import { describeWorker } from '../kit/describe.ts'

export const listsDescription = describeWorker({
  name: 'Assay_Lists',
  title: { en: 'Block lists', fr: 'Listes de blocage' },
  question: { en: 'Is it on one of our lists?', fr: 'Figure-t-elle sur une de nos listes ?' },
  description:
    'Looks an observable up in your own block and allow lists and in MISP warning lists; files are read again when they change.',
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
      description: 'Files, or folders of files, with one bad value per line; a hit is malicious',
    },
    watch_lists: {
      type: 'resource',
      multi: true,
      description: 'The same for values that a person should look at; a hit is suspicious',
    },
    allow_lists: {
      type: 'resource',
      multi: true,
      description: 'The same for values that are known to be good; a hit is safe',
    },
    warning_lists: {
      type: 'resource',
      multi: true,
      description: 'Folders with MISP warning lists (list.json); a hit is only reported',
    },
    starter_lists: {
      label: 'Lists that come with the program',
      plain: true,
      type: 'boolean',
      default: true,
      description:
        'Whether hosts of dynamic DNS, tunnels, short links, paste services and the like are named',
    },
  },
})
