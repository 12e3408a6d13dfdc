import { isSecretItem } from '@assay/contract'

/** Long enough to be no word that configurations share by chance. */
const shortest = 6

/**
 * The secrets of a configuration as one text that is the same for whatever has the same ones, whatever their
 * names: analyzers of one provider call its key `key`, `api_key` or `token`. Undefined if there is none.
 */
export function credentialText(configuration: Readonly<Record<string, unknown>>) {
  const secrets = Object.entries(configuration).flatMap(([name, value]) =>
    isSecretItem(name) ? textsIn(value) : [],
  )
  const distinct = [...new Set(secrets)].sort()
  return distinct.length > 0 ? JSON.stringify(distinct) : undefined
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') {
    const text = value.trim()
    return text.length >= shortest ? [text] : []
  }
  return Array.isArray(value) ? value.flatMap(textsIn) : []
}
