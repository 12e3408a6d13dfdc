import { isRecord, isText } from './checks.ts'
import { checkNamedList, type KeyChecks, keyProblem } from './named-list.ts'

/** A feed of the operator in the settings: for all organizations. */
export interface ThreatFeedSetting {
  readonly name: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A path below `analyzer.resources`. */
  readonly file?: string
  readonly format?: 'auto' | 'text' | 'csv' | 'misp' | 'stix'
  readonly level?: 'info' | 'suspicious' | 'malicious'
  readonly refreshMinutes?: number
}

const maxFeeds = 50
const oneOf = (words: readonly string[]) => (value: unknown) =>
  isText(value) && words.includes(value) ? undefined : `must be ${words.join(', ')}`

const keys: KeyChecks = {
  name: (value) =>
    isText(value) && /^[a-z0-9][a-z0-9-]{0,63}$/.test(value)
      ? undefined
      : 'must be lowercase letters, digits and hyphens (max. 64)',
  url: (value) => {
    const url = isText(value) ? URL.parse(value) : null
    return url && /^https?:$/.test(url.protocol) ? undefined : 'must be an http or https URL'
  },
  headers: (value) =>
    isRecord(value) && Object.values(value).every(isText)
      ? undefined
      : 'must be an object of names and strings',
  file: (value) => (isText(value) ? undefined : 'must be a path below analyzer.resources'),
  format: oneOf(['auto', 'text', 'csv', 'misp', 'stix']),
  level: oneOf(['info', 'suspicious', 'malicious']),
  refreshMinutes: (value) =>
    Number.isInteger(value) && Number(value) >= 5 && Number(value) <= 43_200
      ? undefined
      : 'must be a whole number from 5 to 43200',
}

export function checkThreatFeeds(value: unknown): string | undefined {
  if (Array.isArray(value) && value.length > maxFeeds)
    return `may contain at most ${maxFeeds} feeds`
  return checkNamedList(value, {
    one: 'a feed',
    all: 'feeds, each with a name and a url or file',
    problemOf: feedProblem,
  })
}

function feedProblem(feed: Record<string, unknown>): string | undefined {
  if (feed.name === undefined) return 'name is missing'
  if ((feed.url === undefined) === (feed.file === undefined))
    return 'url or file is missing; set one of them'
  return keyProblem(feed, keys)
}
