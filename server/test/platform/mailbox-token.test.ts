import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { microsoftToken } from '../../src/platform/mailboxes/microsoft.ts'
import { atEnd } from '../lifetime.ts'

/** In the place of Microsoft's address. */
async function startTokens(status: number, answer: object) {
  const asked: { path: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    asked.push({ path: request.url, body: Buffer.concat(chunks).toString() })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => new Promise((done) => server.close(done)))
  return { asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const credentials = { tenant: 'ours.example', clientId: 'an-app', secret: 'a secret & more' }
const { signal } = new AbortController()

it('a token of Microsoft is asked for with the credentials of the application', async () => {
  const { asked, base } = await startTokens(200, { access_token: 'a-token' })
  expect(await microsoftToken(credentials, signal, base)).toBe('a-token')
  expect(asked[0]?.path).toBe('/ours.example/oauth2/v2.0/token')
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'an-app',
    client_secret: 'a secret & more',
    scope: 'https://outlook.office365.com/.default',
  })
})

it('a refusal says no more than the code of the error', async () => {
  const answer = { error_description: 'AADSTS7000215: Invalid client secret a secret & more' }
  const { base } = await startTokens(401, answer)
  await expect(microsoftToken(credentials, signal, base)).rejects.toThrow(
    /^sign-in refused \(AADSTS7000215\)$/,
  )
})

it('a tenant that leads to another address is not asked', async () => {
  const { asked, base } = await startTokens(200, { access_token: 'a-token' })
  const wrong = { ...credentials, tenant: '../x' }
  await expect(microsoftToken(wrong, signal, base)).rejects.toThrow('sign-in refused')
  expect(asked).toEqual([])
})
