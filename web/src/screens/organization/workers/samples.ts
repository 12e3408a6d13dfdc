import { anySample, descriptions, type SampleFile } from '@assay/analyzers/descriptions'
import { defang } from '@assay/contract'
import { builtinOf } from '../../../base/model/builtins.ts'

/** Samples: names and addresses of the ranges that are reserved for documentation and tests. */
const values: Readonly<Record<string, string>> = {
  ip: '198.51.100.77',
  network: '198.51.100.0/24',
  domain: 'examp1e-bank.test',
  fqdn: 'login.examp1e-bank.test',
  hostname: 'login.examp1e-bank.test',
  url: 'https://user@examp1e-bank.test:8443/login?next=https%3A%2F%2Fexample.com',
  mail: 'security@examp1e-bank.test',
  // Of the EICAR test file, which every scanner knows.
  hash: '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f',
  filename: 'statement.pdf.js',
  'user-agent': 'curl/8.5.0',
  user_agent: 'curl/8.5.0',
  'autonomous-system': 'AS64500',
  cve: 'CVE-2021-44228',
  jwt: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEiLCJpc3MiOiJleGFtcGxlLmNvbSJ9.',
  'mail-subject': 'Your account is locked: https://examp1e-bank.test',
  mail_subject: 'Your account is locked: https://examp1e-bank.test',
  regexp: '^a+$',
  registry: 'HKEY_CURRENT_USER\\Software\\Example',
  uri_path: '/wp-login.php',
  other: 'See hxxps://examp1e-bank[.]test and 198[.]51[.]100[.]77',
}

export const sampleValue = (dataType: string): string | undefined => values[dataType]

/** What a worker can be tried with. */
export interface Sample {
  /** As it is shown before it is used. */
  readonly shown?: string
  readonly load: () => Promise<string | File>
}

/** Undefined where there is no sample: such as images with QR codes. */
export function sampleOf(definitionId: string, dataType: string): Sample | undefined {
  const value = sampleValue(dataType)
  if (value !== undefined) return { shown: defang(dataType, value), load: async () => value }
  if (dataType === 'file') {
    const builtin = builtinOf(definitionId)
    const load = builtin ? builtin.sample : anySample
    return load && { load: async () => fileOf((await load()).sample) }
  }
  // What is written into a file as it is, such as a certificate.
  const load = descriptions.find(({ dataTypes }) => dataTypes.includes(dataType))?.sample
  return load && { load: async () => await fileOf((await load()).sample).text() }
}

const fileOf = ({ filename, contentType, content }: SampleFile) =>
  new File([content], filename, { type: contentType })
