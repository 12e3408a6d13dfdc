import type { TestApp } from '../setup.ts'
import { passwordOf } from '../setup.ts'

export const signIn = ({ inject }: TestApp, user: string, password = passwordOf(user)) =>
  inject({ method: 'POST', url: '/api/login', payload: { user, password } })

/** The headers that a browser sends after this user has signed in. */
export async function browserOf(app: TestApp, user: string, password = passwordOf(user)) {
  const { cookies, statusCode } = await signIn(app, user, password)
  if (statusCode !== 200) throw new Error(`${user} could not sign in: ${statusCode}`)
  const csrf = cookies.find(({ name }) => name === 'CORTEX-XSRF-TOKEN')?.value ?? ''
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'x-cortex-xsrf-token': csrf,
  }
}

/** Status of "who am I" with these headers: 200 when signed in, otherwise 401. */
export const statusWith = async ({ inject }: TestApp, headers: Record<string, string>) =>
  (await inject({ url: '/api/user/current', headers })).statusCode
