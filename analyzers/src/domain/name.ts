import { domainToASCII, domainToUnicode } from 'node:url'
import { isHostName } from '@assay/contract/detect'
import { parse } from 'tldts'
import { specialUseOf } from '../kit/index.ts'

export interface DomainName {
  /** As in DNS: lowercase, `xn--` labels. */
  readonly ascii: string
  /** As people read it. */
  readonly unicode: string
  readonly labels: readonly string[]
  /** The registered domain, such as `example.co.uk`. Null for a bare suffix. */
  readonly registrable: string | null
  /** Its first label in letters: what a look-alike imitates. */
  readonly label: string | null
  readonly subdomain: string
  readonly suffix: string
  /** `icann` by a registry, `private` where anyone gets a name under a service, `special`, `unknown`. */
  readonly suffixKind: 'icann' | 'private' | 'special' | 'unknown'
  /** What the suffix is reserved for. */
  readonly specialUse: string | null
}

/** Undefined for what cannot be a name in DNS. */
export function readDomainName(text: string): DomainName | undefined {
  const bare = text.trim().replace(/\.$/, '').toLowerCase()
  // Names such as _dmarc.example.com contain underscores, which the conversion does not accept.
  const ascii = /^[\x21-\x7e]*$/.test(bare) ? bare : domainToASCII(bare)
  if (ascii === '' || ascii.length > 253 || !isHostName(ascii)) return undefined
  const found = parse(ascii, { allowPrivateDomains: true, validateHostname: false })
  const special = specialUseOf(ascii)
  const registrable = found.domain ?? null
  const suffix = found.publicSuffix ?? ''
  return {
    ascii,
    unicode: domainToUnicode(ascii) || ascii,
    labels: ascii.split('.'),
    registrable,
    label: found.domainWithoutSuffix ? toUnicode(found.domainWithoutSuffix) : null,
    subdomain: found.subdomain ?? '',
    suffix,
    suffixKind: kindOf(found, special),
    specialUse: special ?? null,
  }
}

function kindOf(
  { isIcann, isPrivate }: ReturnType<typeof parse>,
  special: string | undefined,
): DomainName['suffixKind'] {
  if (isPrivate) return 'private'
  if (isIcann) return 'icann'
  return special === undefined ? 'unknown' : 'special'
}

const toUnicode = (label: string) => domainToUnicode(label) || label
