/** What an answer says about the provider, and not about the observable. */
export type ProviderTrouble =
  /** Its limit is reached; it may say for how long. */
  | { readonly is: 'limit'; readonly retryAfterMs: number | undefined }
  /** It does not answer, or answers with an error of its own. */
  | { readonly is: 'down' }
  /** It rejects the credential. */
  | { readonly is: 'refused' }
  | { readonly is: 'other' }

const other: ProviderTrouble = { is: 'other' }

/** Enough of a text: an error message is at its beginning, a last line of a program at its end. */
const looksAt = 8_000

/**
 * Reads the failure of an analyzer. Programs only say in their own words what the provider answered: a status of
 * HTTP beside a word for it, or one of the sentences that providers are known for. A number alone is none: it may
 * be a port, a count, a part of the observable.
 */
// guards: provider-trouble.test.ts
export function troubleIn(text: string): ProviderTrouble {
  const said =
    text.length <= looksAt ? text : `${text.slice(0, looksAt / 2)}\n${text.slice(-looksAt / 2)}`
  if (isLimit(said)) return { is: 'limit', retryAfterMs: retryAfterIn(said) }
  if (refusals.some((pattern) => pattern.test(said))) return { is: 'refused' }
  if (outages.some((pattern) => pattern.test(said))) return { is: 'down' }
  return other
}

/**
 * Of a report of success only what says that the limit is reached: some analyzers hide the error of their provider
 * in it. Only attributes for errors are looked at, which no observable can fill.
 */
// guards: provider-trouble.test.ts
export function troubleInReport(full: unknown): ProviderTrouble {
  if (typeof full !== 'object' || full === null || Array.isArray(full)) return other
  const { trouble } = full as Record<string, unknown>
  if (trouble === 'limit') return { is: 'limit', retryAfterMs: undefined }
  if (trouble === 'down' || trouble === 'refused') return { is: trouble }
  for (const name of errorNames) {
    const value = (full as Record<string, unknown>)[name]
    const text = typeof value === 'string' ? value : errorText(value)
    if (text !== undefined && text.length <= longestError && isLimit(text))
      return { is: 'limit', retryAfterMs: retryAfterIn(text) }
  }
  return other
}

const errorNames = [
  'error',
  'errors',
  'errorMessage',
  'error_message',
  'message',
  'verbose_msg',
  'detail',
]
/** A report that talks about limits is longer. */
const longestError = 500

function errorText(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value
  if (typeof one === 'string') return one
  if (typeof one !== 'object' || one === null) return undefined
  const { code, message, detail } = one as Record<string, unknown>
  return [code, message, detail].filter((part) => typeof part === 'string').join(' ')
}

/** A number of HTTP, and a word beside it that makes it one. */
const status = (code: string) =>
  new RegExp(
    `\\b(?:http(?:error)?|https?/[\\d.]+|status(?:[ _-]?code)?|response(?: code)?|error(?: code)?|code|returned|got)\\W{0,4}(?:${code})\\b(?!\\.\\d)|(?:^|[\\s(\\[<:"'])(?:${code})\\W{1,4}(?:client error|server error|too many|unauthori[sz]ed|forbidden|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|internal server error)`,
    'i',
  )

const limits = [
  status('429'),
  /too many requests/i,
  /rate[ _-]?limit(?:ed|ing)?\b.{0,40}(?:exceeded|reached|hit|error|retry|try)|(?:exceeded|reached|hit|over)\b.{0,40}\brate[ _-]?limit/is,
  /quota\b.{0,40}(?:exceeded|reached|exhausted|used up)|(?:exceeded|reached|exhausted|over)\b.{0,50}\bquota/is,
  /QuotaExceededError|RateLimitError|RequestLimitExceeded|ThrottlingException/,
  /(?:daily|hourly|monthly|api|request|query|lookup|credit)s?\b.{0,30}\blimit\b.{0,30}(?:exceeded|reached|hit|used)/is,
  /(?:exceeded|reached|hit)\b.{0,40}(?:daily|hourly|monthly|api|request|query|lookup)s?\b.{0,20}\blimit/is,
  /(?:out of|no (?:more |remaining )?|insufficient|not enough) (?:api |query |search |scan )*credits/i,
  /request rate (?:was |is )?(?:too high|exceeded)/i,
  // What VirusTotal's older API answers when its limit of four a minute is reached.
  status('204'),
]

const isLimit = (text: string) => limits.some((pattern) => pattern.test(text))

const refusals = [
  status('401|403'),
  /\bunauthori[sz]ed\b|AuthenticationRequiredError|WrongCredentialsError|invalid_api_key/i,
  /(?:invalid|wrong|incorrect|unknown|expired|revoked|missing|disabled)\W{0,3}(?:api[ _-]?(?:key|token)|access token|auth(?:entication)? token|credentials)/i,
  /(?:api[ _-]?(?:key|token)|access token|credentials)\b.{0,30}\b(?:invalid|not valid|wrong|incorrect|rejected|expired|revoked|disabled)/is,
  /authentication (?:failed|failure|error)/i,
]

const outages = [
  status('50[0-4]|52[0-7]'),
  /\b(?:bad gateway|service (?:is )?(?:temporarily )?unavailable|gateway time-?out|internal server error)\b/i,
  /connection (?:refused|reset|aborted|timed out|error)|connect(?:ion)? ?time-?out|read timed out|read ?timeout/i,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/,
  /max retries exceeded|failed to establish a new connection|remote end closed connection|name or service not known|temporary failure in name resolution/i,
  /(?:down|closed) for (?:scheduled )?maintenance|under maintenance/i,
]

const hour = 3_600_000
const day = 24 * hour
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: hour, d: day }

/** Nothing is held for longer than that because of what a provider says. */
const longestPause = 31 * day

/** `Retry-After: 30`, "try again in 2 minutes", "available in 58 seconds". */
function retryAfterIn(text: string): number | undefined {
  const header = /retry[ _-]?after\W{1,5}(\d{1,8})(?:\.\d+)?\s*(m(?:in|s\b)|h|d)?/i.exec(text)
  const spoken =
    /(?:again|available|reset(?:s)?|retry|wait)\b[^.\d]{0,40}?(\d{1,6})(?:\.\d+)?\s*(ms|milli|s|m|h|d)/i.exec(
      text,
    )
  const found = header ?? spoken
  if (!found) return undefined
  const [, count = '0', unit = 's'] = found
  const lower = unit.toLowerCase()
  const each = lower === 'ms' || lower === 'milli' ? 1 : (unitMs[lower.slice(0, 1)] ?? 1_000)
  return Math.min(longestPause, Math.max(1_000, Number(count) * each))
}
