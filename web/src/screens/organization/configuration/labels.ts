import type { ConfigurationItem } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

const shortWords = new Set(
  'api ca dns http https id ip jwt ldap misp pap smtp ssl stix tls tlp ui url urls uri'.split(' '),
)

/** `api_key` is "API key": for definitions that do not say what a setting is called. */
export function humanised(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
    .map((word) => (shortWords.has(word) ? word.toUpperCase().replace(/^URLS$/, 'URLs') : word))
  const sentence = words.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1) || name
}

/** What a setting is called. Those that every worker has are known in the reader's language. */
export function itemLabel({ name, label }: Pick<ConfigurationItem, 'name' | 'label'>): string {
  switch (name) {
    case 'proxy_http':
    case 'proxy_https':
    case 'cacerts':
    case 'auto_extract_artifacts':
    case 'jobTimeout':
    case 'jobCache':
    case 'check_tlp':
    case 'max_tlp':
    case 'check_pap':
    case 'max_pap':
      return text(`configuration.item.${name}`)
    default:
      return label ?? humanised(name)
  }
}
