import type { TestApp } from '../setup.ts'

export interface Guess {
  user?: string
  password?: string
  address?: string
  headers?: Record<string, string>
}

export const guess = (
  { inject }: TestApp,
  { user = 'ada', password = 'wrong', address = '192.0.2.1', headers = {} }: Guess = {},
) =>
  inject({
    method: 'POST',
    url: '/api/login',
    payload: { user, password },
    remoteAddress: address,
    headers,
  })

/** Guesses until it is refused; answers how many guesses were looked at. */
export async function guessUntilRefused(app: TestApp, next: (round: number) => Guess, most = 200) {
  for (let round = 0; round < most; round += 1) {
    const response = await guess(app, next(round))
    if (response.statusCode === 429) return { looked: round, response }
    if (response.statusCode !== 401) throw new Error(`unexpected ${response.statusCode}`)
  }
  throw new Error(`not refused after ${most} guesses`)
}

export const pauseOf = ({ headers }: { headers: Record<string, unknown> }) =>
  Number(headers['retry-after']) * 1000

/** Each guess takes 50 ms; those that only fill the count of an address are written down. */
export const countedBefore = ({ deps, clock }: TestApp, address: string, count: number) =>
  deps.db
    .insertInto('login_failures')
    .values({ subject: `address:${address}`, count, last_at: clock.now() })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ count }))
    .execute()
