import { cut, defangText } from '../../../base/model/defang.ts'

/** Written in capitals, because readers know them so. */
const acronyms = new Set(
  'api asn asnv4 cidr cpe cve cvss cwe dga dkim dmarc dns elf exif html http https id ids ioc ip ips ipv4 ipv6 iso jwt mac md4 md5 mime mx ns ntlm ole os pap pdf pe ptr rdap rfc rtf sha1 sha224 sha256 sha384 sha512 sid spf ssdeep ssl tld tls tlsh tlp ttl uri url urls utc utf8 utf16 uuid vba vt xml yara'.split(
    ' ',
  ),
)

const plainKey = /^[A-Za-z][A-Za-z0-9_-]{0,60}$/

/** `reverseName` → `Reverse name`, `sha256` → `SHA256`. What is not a field name stays as it is. */
export function labelOf(key: string): string {
  if (!plainKey.test(key)) return defangText(cut(key, 120))
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => (acronyms.has(word.toLowerCase()) ? word.toUpperCase() : lowered(word)))
  const label = words.join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** A word all in capitals is a name of something. */
const lowered = (word: string) =>
  word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()
