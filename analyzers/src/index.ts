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
import type { Description, Runnable } from './kit/index.ts'
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

export * from './kit/index.ts'
/** A built-in that is known by its description; its code and libraries are loaded when it runs. */
export interface Builtin {
  readonly type: Runnable['type']
  readonly description: Description
  load(): Promise<Runnable>
}

const analyzer = (
  description: Description,
  load: () => Promise<{ analyzer: Runnable }>,
): Builtin => ({ type: 'analyzer', description, load: async () => (await load()).analyzer })

export const responder = (
  description: Description,
  load: () => Promise<{ responder: Runnable }>,
): Builtin => ({ type: 'responder', description, load: async () => (await load()).responder })

/** Everything that comes with the program, one folder each. Only descriptions are imported here. */
export const builtins: readonly Builtin[] = [
  analyzer(archiveDescription, () => import('./archive/analyzer.ts')),
  analyzer(certificateDescription, () => import('./certificate/analyzer.ts')),
  analyzer(cveDescription, () => import('./cve/analyzer.ts')),
  analyzer(dnsDescription, () => import('./dns/analyzer.ts')),
  analyzer(documentDescription, () => import('./document/analyzer.ts')),
  analyzer(domainDescription, () => import('./domain/analyzer.ts')),
  analyzer(executableDescription, () => import('./executable/analyzer.ts')),
  analyzer(fileDescription, () => import('./file/analyzer.ts')),
  analyzer(filenameDescription, () => import('./filename/analyzer.ts')),
  analyzer(hashDescription, () => import('./hash/analyzer.ts')),
  analyzer(ipDescription, () => import('./ip/analyzer.ts')),
  analyzer(jwtDescription, () => import('./jwt/analyzer.ts')),
  analyzer(listsDescription, () => import('./lists/analyzer.ts')),
  analyzer(mailDescription, () => import('./mail/analyzer.ts')),
  analyzer(mailAddressDescription, () => import('./mail-address/analyzer.ts')),
  analyzer(onenoteDescription, () => import('./onenote/analyzer.ts')),
  analyzer(pageDescription, () => import('./page/analyzer.ts')),
  analyzer(qrDescription, () => import('./qr/analyzer.ts')),
  analyzer(rdapDescription, () => import('./rdap/analyzer.ts')),
  analyzer(scriptDescription, () => import('./script/analyzer.ts')),
  analyzer(shortcutDescription, () => import('./shortcut/analyzer.ts')),
  analyzer(textDescription, () => import('./text/analyzer.ts')),
  analyzer(threatFeedsDescription, () => import('./threat-feeds/analyzer.ts')),
  analyzer(urlDescription, () => import('./url/analyzer.ts')),
  analyzer(userAgentDescription, () => import('./user-agent/analyzer.ts')),
  analyzer(yaraDescription, () => import('./yara/analyzer.ts')),
  responder(feedDescription, () => import('./feed/responder.ts')),
  responder(sendMailDescription, () => import('./send-mail/responder.ts')),
  responder(tagDescription, () => import('./tag/responder.ts')),
  responder(webhookDescription, () => import('./webhook/responder.ts')),
]

export const findBuiltin = (name: string): Builtin | undefined =>
  builtins.find(({ description }) => description.name === name)
