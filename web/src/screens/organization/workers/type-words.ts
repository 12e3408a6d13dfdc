import { type TextKey, text } from '../../../base/texts/index.ts'

const words: Readonly<Record<string, TextKey>> = {
  ip: 'workers.type.addresses',
  network: 'workers.type.networks',
  domain: 'workers.type.names',
  fqdn: 'workers.type.names',
  hostname: 'workers.type.names',
  url: 'workers.type.links',
  uri_path: 'workers.type.links',
  mail: 'workers.type.mails',
  hash: 'workers.type.hashes',
  file: 'workers.type.files',
  filename: 'workers.type.fileNames',
  certificate: 'workers.type.certificates',
  'user-agent': 'workers.type.agents',
  user_agent: 'workers.type.agents',
  'autonomous-system': 'workers.type.systems',
  cve: 'workers.type.vulnerabilities',
  jwt: 'workers.type.tokens',
  'mail-subject': 'workers.type.subjects',
  mail_subject: 'workers.type.subjects',
  'thehive:case': 'workers.type.cases',
  'thehive:case_artifact': 'workers.type.values',
  'thehive:case_task': 'workers.type.tasks',
  'thehive:case_task_log': 'workers.type.logs',
  'thehive:alert': 'workers.type.alerts',
  other: 'workers.type.other',
}

/** More than this is shown as "all". */
const maxTypes = 5

const typeWord = (type: string): string => {
  const key = words[type.toLowerCase()]
  return key ? text(key) : type.replaceAll('_', ' ')
}

/** What it takes, in words: `names`, `addresses, networks`, `all types`. */
export function typeWords(types: readonly string[]): string {
  const said = [...new Set(types.map(typeWord))]
  return said.length > maxTypes ? text('workers.type.all') : said.join(', ')
}
