import { describe, expect, it } from 'vitest'
import { type ProviderTrouble, troubleIn, troubleInReport } from './provider-trouble.ts'

const limit = (retryAfterMs?: number): ProviderTrouble => ({ is: 'limit', retryAfterMs })
const down: ProviderTrouble = { is: 'down' }
const refused: ProviderTrouble = { is: 'refused' }
const other: ProviderTrouble = { is: 'other' }

/** As programs end when their provider answers like that; after the public behavior of providers. */
const failures: readonly (readonly [string, ProviderTrouble])[] = [
  // Limits.
  ['429 Client Error: Too Many Requests for url: https://api.example.com/v1/ip', limit()],
  ['HTTPError: HTTP Error 429: Too Many Requests', limit()],
  ['QuotaExceededError: Quota exceeded', limit()],
  ['Response code 429, Retry-After: 30', limit(30_000)],
  ['{"error": {"code": "QuotaExceededError", "message": "You have exceeded the quota"}}', limit()],
  [
    'Daily rate limit of 1000 requests exceeded for this endpoint. Retry after 7200 seconds.',
    limit(7_200_000),
  ],
  ['Rate limit exceeded. Please try again in 2 minutes.', limit(120_000)],
  [
    '{"detail":"Request was throttled. Expected available in 58 seconds.","status_code":429}',
    limit(58_000),
  ],
  ['You have reached your monthly API limit, upgrade your plan', limit()],
  ['API calls limit exceeded (150 of 150 per day)', limit()],
  ['shodan.exception.APIError: Request rate was too high', limit()],
  ['Insufficient query credits, please upgrade your API plan', limit()],
  ['status_code: 204 (request rate limit exceeded)', limit()],
  ['botocore.errorfactory.ThrottlingException: An error occurred', limit()],
  ['Got 429. Retry-After: 5 min', limit(300_000)],
  // Refused.
  ['401 Client Error: Unauthorized for url: https://api.example.com/v2', refused],
  ['HTTP Error 403: Forbidden', refused],
  ['{"error":{"code":"WrongCredentialsError","message":"Wrong API key"}}', refused],
  ['Invalid API key', refused],
  ['The API key you provided is invalid or has expired', refused],
  ['Error: status 401', refused],
  ['Authentication failed: check user name and token', refused],
  ['Access token expired, renew it', refused],
  // Down.
  ['502 Server Error: Bad Gateway for url: https://api.example.com/', down],
  ['HTTP 503 Service Temporarily Unavailable', down],
  ['504 Gateway Time-out', down],
  [
    'HTTPSConnectionPool(host="api.example.com", port=443): Max retries exceeded with url: /x',
    down,
  ],
  [
    'HTTPSConnectionPool(host="api.example.com", port=443): Read timed out. (read timeout=30)',
    down,
  ],
  ['connect ECONNREFUSED 192.0.2.1:443', down],
  ['getaddrinfo EAI_AGAIN api.example.com', down],
  ['[Errno -2] Name or service not known', down],
  ['ConnectionResetError: [Errno 104] Connection reset by peer', down],
  ['The service is down for scheduled maintenance', down],
  ['Error code 522: Connection timed out', down],
  // About the observable, or the program.
  ['404 Client Error: Not Found for url: https://api.example.com/v1/ip', other],
  ['The report was not found for 203.0.113.42', other],
  ['Connection to port 429 is not what was asked for', other],
  ['Found 429 rows and 503 columns', other],
  ['Traceback (most recent call last): KeyError: "data"', other],
  ['Unsupported data type: other', other],
  ['203.0.113.429 is not an address', other],
  ['', other],
]

describe('the failure of an analyzer', () => {
  it.each(failures)('%j', (text, expected) => {
    expect(troubleIn(text)).toEqual(expected)
  })

  it('is read from both ends of a long text', () => {
    const filler = 'x '.repeat(50_000)
    expect(troubleIn(`${filler}\nHTTP Error 429: Too Many Requests`)).toEqual(limit())
    expect(troubleIn(`HTTP Error 401: Unauthorized\n${filler}`)).toEqual(refused)
  })

  it('asks for no pause of more than a month, and of no less than a second', () => {
    expect(troubleIn('429 Too Many Requests. Retry-After: 99999999')).toEqual(
      limit(31 * 86_400_000),
    )
    expect(troubleIn('429 Too Many Requests. Retry-After: 0')).toEqual(limit(1_000))
  })
})

describe('a report of success', () => {
  it.each([
    [{ error: { code: 'QuotaExceededError', message: 'Quota exceeded' } }, limit()],
    [{ response_code: 0, verbose_msg: 'API rate limit exceeded' }, limit()],
    [{ errors: [{ message: 'Too many requests' }] }, limit()],
    [{ message: 'Rate limit reached, try again in 10 minutes' }, limit(600_000)],
    [{ trouble: 'down' }, down],
    [{ trouble: 'limit' }, limit()],
    [{ trouble: 'anything' }, other],
    [{ data: 'Quota exceeded' }, other],
    [{ error: 'HTTP Error 401: Unauthorized' }, other],
    [{ message: `${'a long text '.repeat(60)} quota exceeded` }, other],
    [['Quota exceeded'], other],
    [null, other],
  ])('%j', (full, expected) => {
    expect(troubleInReport(full)).toEqual(expected)
  })
})
