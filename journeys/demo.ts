import type { ServerOptions } from './server.ts'
import type { Visit } from './visit.ts'

/** The program with its made-up organization. */
export const demo: ServerOptions = {
  empty: true,
  args: ['--demo'],
  environment: { ASSAY_ANALYZER_URLS: '', ASSAY_RESPONDER_URLS: '' },
}

/** The buttons of its sign-in are pressed in the journey of its tour. */
export async function signInToDemo(
  { context, open, signedIn }: Visit,
  login: 'analyst' | 'admin' | 'reader' | 'root' = 'analyst',
): Promise<void> {
  const data = { user: login, password: `demo-${login}` }
  const response = await context.request.post('/api/login', { data })
  if (!response.ok()) throw new Error(`${login} cannot sign in: ${await response.text()}`)
  await open('/')
  await signedIn()
}
