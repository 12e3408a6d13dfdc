import { hash } from 'node:crypto'

/** A value as callers name it: a text, or a file by its SHA-256. */
export type NamedValue =
  | { readonly dataType: string; readonly data: string }
  | { readonly dataType: string; readonly hash: string }

/** One spelling of each value: what differs in capitals only is the same name, address or hash. */
export function normalised(dataType: string, data: string): string {
  switch (dataType) {
    case 'domain':
    case 'fqdn':
      return data.toLowerCase().replace(/\.$/, '')
    case 'mail':
    case 'hash':
    case 'ip':
      return data.toLowerCase()
    case 'url':
      // The path of an address is its own matter.
      return data.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, (start) => start.toLowerCase())
    default:
      return data
  }
}

/** What makes two values the same, however they were written. */
export const valueKey = (value: NamedValue): string =>
  'hash' in value
    ? hash('sha256', `file\n${value.hash.toLowerCase()}`)
    : hash('sha256', `${value.dataType}\n${normalised(value.dataType, value.data)}`)

/**
 * By which cases, alerts and jobs find it: they know the text as it was written. Of a text that is
 * spelled in an unusual way both forms are looked for.
 */
export function textHashes(value: NamedValue): string[] {
  if ('hash' in value) return [value.hash.toLowerCase()]
  const { dataType, data } = value
  return [...new Set([data, normalised(dataType, data)])].map((text) => hash('sha256', text))
}

/** A longer text is identified by its hash only: lists do not show it. */
export const maxShownLength = 4096
