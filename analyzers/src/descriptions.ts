import { archiveDescription } from './archive/description.ts'
import { certificateDescription } from './certificate/description.ts'
import { cveDescription } from './cve/description.ts'
import { dnsDescription } from './dns/description.ts'
import { documentDescription } from './document/description.ts'
import { domainDescription } from './domain/description.ts'
import { executableDescription } from './executable/description.ts'
import { feedDescription } from './feed/description.ts'
import { fileDescription } from './file/description.ts'
import { filenameDescription } from './filename/description.ts'
import { hashDescription } from './hash/description.ts'
import { ipDescription } from './ip/description.ts'
import { jwtDescription } from './jwt/description.ts'
import type { Description } from './kit/describe.ts'
import { listsDescription } from './lists/description.ts'
import { mailDescription } from './mail/description.ts'
import { mailAddressDescription } from './mail-address/description.ts'
import { onenoteDescription } from './onenote/description.ts'
import { pageDescription } from './page/description.ts'
import { qrDescription } from './qr/description.ts'
import { rdapDescription } from './rdap/description.ts'
import { scriptDescription } from './script/description.ts'
import { sendMailDescription } from './send-mail/description.ts'
import { shortcutDescription } from './shortcut/description.ts'
import { tagDescription } from './tag/description.ts'
import { textDescription } from './text/description.ts'
import { threatFeedsDescription } from './threat-feeds/description.ts'
import { urlDescription } from './url/description.ts'
import { userAgentDescription } from './user-agent/description.ts'
import { webhookDescription } from './webhook/description.ts'
import { yaraDescription } from './yara/description.ts'

export type { Description, PanelForm, SampleFile, Words } from './kit/describe.ts'

/** Everything that comes with the program, by its folder. It loads no library: the page reads it, too. */
export const analyzers = {
  archive: archiveDescription,
  certificate: certificateDescription,
  cve: cveDescription,
  dns: dnsDescription,
  document: documentDescription,
  domain: domainDescription,
  executable: executableDescription,
  file: fileDescription,
  filename: filenameDescription,
  hash: hashDescription,
  ip: ipDescription,
  jwt: jwtDescription,
  lists: listsDescription,
  mail: mailDescription,
  'mail-address': mailAddressDescription,
  onenote: onenoteDescription,
  page: pageDescription,
  qr: qrDescription,
  rdap: rdapDescription,
  script: scriptDescription,
  shortcut: shortcutDescription,
  text: textDescription,
  'threat-feeds': threatFeedsDescription,
  url: urlDescription,
  'user-agent': userAgentDescription,
  yara: yaraDescription,
} satisfies Folders

export const responders = {
  feed: feedDescription,
  'send-mail': sendMailDescription,
  tag: tagDescription,
  webhook: webhookDescription,
} satisfies Folders

type Folders = Readonly<Record<string, Description>>

export const descriptions: readonly Description[] = [
  ...Object.values(analyzers),
  ...Object.values(responders),
]

/** For programs that are not ours and take files. */
export const anySample = () => import('./kit/sample-mail.ts')
