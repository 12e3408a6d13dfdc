export interface DownloadLimits {
  /** For the whole of it: redirects, headers and body. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly maxRedirects: number
}

export const downloadLimits: DownloadLimits = {
  timeoutMs: 30_000,
  maxBytes: 20 * 1024 ** 2,
  maxRedirects: 5,
}

const redirects = [301, 302, 303, 307, 308]

/** The text at an address. Fails with a reason that can be shown: it holds no credentials. */
export async function download(
  address: string,
  limits: DownloadLimits,
  stopped: AbortSignal,
): Promise<string> {
  const late = AbortSignal.timeout(limits.timeoutMs)
  try {
    return await follow(new URL(address), limits, AbortSignal.any([late, stopped]))
  } catch (error) {
    if (late.aborted) throw new Error(`no complete answer within ${limits.timeoutMs} ms`)
    throw new Error(reasonOf(error), { cause: error })
  }
}

async function follow(start: URL, limits: DownloadLimits, signal: AbortSignal): Promise<string> {
  let url = start
  for (let hops = 0; hops <= limits.maxRedirects; hops += 1) {
    const response = await request(url, signal)
    const location = response.headers.get('location')
    if (!redirects.includes(response.status) || location === null)
      return await textOf(response, limits.maxBytes)
    await response.body?.cancel()
    url = nextAddress(url, location)
  }
  throw new Error(`more than ${limits.maxRedirects} redirects`)
}

/** What a catalogue names is run here, so a redirect must not take away what protected the way. */
function nextAddress(from: URL, location: string): URL {
  const next = new URL(location, from)
  const isAllowed =
    next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:')
  if (!isAllowed) throw new Error(`it redirects from ${from.protocol} to ${next.protocol}`)
  return next
}

/** `fetch` refuses addresses that hold a password, so it travels in its header. */
function request(url: URL, signal: AbortSignal): Promise<Response> {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return fetch(bare, {
    redirect: 'manual',
    signal,
    headers: {
      accept: 'application/json',
      ...(login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    },
  })
}

/** Counted as it arrives: a length in the header is a claim, and a packed body grows. */
async function textOf(response: Response, maxBytes: number): Promise<string> {
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`it answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** `fetch failed` says nothing; what failed stands in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
