/// <reference path="./oidc-provider.d.ts" />
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { atEnd } from '../lifetime.ts'

export const publicUrl = 'https://assay.example.org'
export const clientSecret = 'a client secret of the tests'

export interface IdentityProvider {
  readonly issuer: string
  /** Its claims about all users, by subject; a test may change them. */
  readonly accounts: Record<string, Record<string, unknown>>
  /** The account of the next browser; `undefined` refuses it. */
  current: string | undefined
  /** How often it asked a user to sign in. */
  asked: number
  /** Changes its answers to the server, as an attacker on the way, or a broken provider, would. */
  rewrite: ((path: string, answer: Answer) => Answer) | undefined
  stop(): Promise<void>
}

type Answer = Record<string, unknown>

interface LogoutContext {
  body: string
  readonly oidc: {
    readonly entities: { readonly IdTokenHint?: { readonly payload: { readonly sub: string } } }
    readonly session: { readonly accountId: string }
  }
}

/** A certified provider on this machine, at which users are who the test says, without a form. */
export async function startIdentityProvider({
  port = 0,
  returnTo = publicUrl,
}: {
  readonly port?: number
  readonly returnTo?: string
} = {}): Promise<IdentityProvider> {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      if (self.rewrite && /^\/(?:token|me)\b/.test(request.url ?? ''))
        rewriteAnswer(response, (answer) => self.rewrite?.(request.url ?? '', answer) ?? answer)
      return void callback(request, response)
    }
    self.asked += 1
    const result = self.current
      ? { login: { accountId: self.current } }
      : { error: 'access_denied', error_description: 'not today' }
    return void provider.interactionFinished(request, response, result)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: IdentityProvider = {
    issuer,
    accounts: {},
    current: undefined,
    asked: 0,
    rewrite: undefined,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'assay',
        client_secret: clientSecret,
        redirect_uris: [`${returnTo}/api/ssoLogin`],
        post_logout_redirect_uris: [`${returnTo}/`],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_context: unknown, id: string) =>
      self.accounts[id] && {
        accountId: id,
        claims: async () => ({ sub: id, ...self.accounts[id] }),
      },
    interactions: {
      url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        // As usual products: who brings the id token of this session is not asked again.
        async logoutSource(context: LogoutContext, form: string) {
          const { oidc } = context
          const isKnown = oidc.entities.IdTokenHint?.payload.sub === oidc.session.accountId
          const answer = isKnown ? '<input type="hidden" name="logout" value="yes"/>' : ''
          context.body = `<p>${isKnown ? 'Goodbye' : 'Do you want to sign out?'}</p>${form.replace('</form>', `${answer}</form>`)}`
        },
      },
    },
    cookies: { keys: ['a key of the tests'] },
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: 'assay', accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  atEnd(() => self.stop())
  return self
}

function rewriteAnswer(response: ServerResponse, change: (answer: Answer) => Answer): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string | Buffer) => {
    const text = JSON.stringify(change(JSON.parse(String(body))))
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as never
}
