const csrfCookie = 'CORTEX-XSRF-TOKEN'

/**
 * An API key; or a user whose session is opened with the first call and again when it has ended; or
 * nothing, for a user who is signed in in this browser.
 */
export interface Credentials {
  key?: string | undefined
  user?: string | undefined
  password?: string | undefined
  /** Of an account with a second factor: the code of the moment. */
  code?: (() => string | Promise<string>) | undefined
}

/** What authenticates a call, and what an answer says about it. */
export interface Session {
  headers(): Record<string, string>
  remember(response: Response): void
  /** How often a sign-in happened. */
  opened(): number
  /** Signs in again, unless that was done since: calls that were refused together share it. */
  renew?: (openedBefore: number) => Promise<void>
}

type Post = (path: string, body: object) => Promise<Response>

export function openSession(credentials: Credentials, post: Post): Session {
  if (credentials.key !== undefined) {
    const headers = { authorization: `Bearer ${credentials.key}` }
    return { headers: () => headers, remember: () => undefined, opened: () => 0 }
  }
  const cookies = new Map<string, string>()
  let opened = 0
  const session: Session = {
    opened: () => opened,
    headers: () => ({
      ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      ...csrfHeader(cookies.get(csrfCookie) ?? pageCookie(csrfCookie)),
    }),
    remember: (response) => keepCookies(cookies, response),
  }
  if (credentials.user === undefined) return session
  const { user, password, code } = credentials
  if (password === undefined) throw new TypeError('connect: `user` needs `password`')
  let signingIn: Promise<void> | undefined
  const signIn = async () => {
    const given = await code?.()
    session.remember(
      await post('/api/login', { user, password, ...(given !== undefined && { code: given }) }),
    )
    opened += 1
  }
  return {
    ...session,
    renew: async (openedBefore) => {
      if (openedBefore < opened) return
      signingIn ??= signIn().finally(() => {
        signingIn = undefined
      })
      await signingIn
    },
  }
}

const csrfHeader = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { 'X-CORTEX-XSRF-TOKEN': token }

/** Browsers keep cookies themselves and show none of them here. */
function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie?.() ?? []) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || attributes.some((each) => /^max-age=0$/i.test(each))) cookies.delete(name)
    else cookies.set(name, value)
  }
}

function pageCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined
  const pair = document.cookie.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
