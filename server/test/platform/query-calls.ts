import type { Person, TestApp } from '../setup.ts'

export const query = async (app: TestApp, as: Person, steps: object[], version = 1) => {
  const url = `/api/v${version}/query`
  const response = await app.inject({ as, method: 'POST', url, payload: { query: steps } })
  return { status: response.statusCode, body: response.json(), total: response.headers['x-total'] }
}

export const namesIn = (rows: { login?: string; name: string }[]) =>
  rows.map(({ login, name }) => login ?? name)
