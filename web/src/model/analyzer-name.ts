/** What the built-in analyzers are called by people; their technical names stand in Settings. */
const builtins: Readonly<Record<string, string>> = {
  Archive: 'Archive',
  Certificate: 'Certificate',
  Cve: 'Vulnerability',
  Dns: 'DNS',
  Document: 'Document',
  Domain: 'Domain',
  Executable: 'Program',
  Feeds: 'Threat feeds',
  File: 'File',
  Hash: 'Hash',
  IP: 'Address',
  Jwt: 'Token',
  Lists: 'Block lists',
  Mail: 'Mail',
  OneNote: 'OneNote',
  Onenote: 'OneNote',
  Page: 'Web page',
  Qr: 'QR code',
  Rdap: 'Registration',
  Script: 'Script',
  Shortcut: 'Shortcut',
  Text: 'Text',
  Url: 'URL',
  UserAgent: 'User agent',
  User_Agent: 'User agent',
  Yara: 'YARA',
}

/** `Assay_Lists_1_0` is "Block lists"; of others the version goes and the lines become blanks. */
export function analyzerName(name: string): string {
  const plain = name.replace(/(?:_\d+)+$/, '')
  const [, own] = /^Assay_(\w+)$/.exec(plain) ?? []
  return (own !== undefined && builtins[own]) || (own ?? plain).replaceAll('_', ' ').trim() || name
}
