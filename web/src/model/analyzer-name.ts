import { type TextKey, text } from '../texts/index.ts'

/** What is built in has a name in the reader's language; technical names stand in Settings. */
export const builtins = [
  'Archive',
  'Certificate',
  'Cve',
  'Dns',
  'Document',
  'Domain',
  'Executable',
  'Feed',
  'Feeds',
  'File',
  'Filename',
  'Hash',
  'IP',
  'Jwt',
  'Lists',
  'Mail',
  'MailAddress',
  'OneNote',
  'Page',
  'Qr',
  'Rdap',
  'Script',
  'SendMail',
  'Shortcut',
  'Tag',
  'Text',
  'Url',
  'UserAgent',
  'Webhook',
  'Yara',
] as const

/** `Assay_Lists_1_0` is "Block lists"; of others the version goes and the lines become blanks. */
export function analyzerName(name: string): string {
  const plain = name.replace(/(?:_\d+)+$/, '')
  const [, own] = /^Assay_(\w+)$/.exec(plain) ?? []
  const known = builtins.find((one) => one.toLowerCase() === own?.replaceAll('_', '').toLowerCase())
  if (known) return text(`analyzer.${known}` satisfies TextKey)
  return (own ?? plain).replaceAll('_', ' ').trim() || name
}
