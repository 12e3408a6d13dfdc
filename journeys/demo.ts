import type { ServerOptions } from './server.ts'
import type { Visit } from './visit.ts'

/** The program with its made-up organization. */
export const demo: ServerOptions = {
  empty: true,
  args: ['--demo'],
  environment: { ASSAY_ANALYZER_URLS: '', ASSAY_RESPONDER_URLS: '' },
}

export async function signInToDemo(
  { page, open, signedIn }: Visit,
  login: 'analyst' | 'admin' | 'reader' | 'root' = 'analyst',
): Promise<void> {
  await open('/')
  await page.getByRole('button', { name: new RegExp(`^${login}`) }).click()
  await signedIn()
}
