import { adminKey } from '../backup/installation.ts'
import type { Environment } from '../places.ts'
import { type Ended, run, type Server } from '../program.ts'
import { rootKey } from '../submitter.ts'

/** One key in a line, on standard input: as an operator would give several. */
export const importFrom = (
  environment: Environment,
  product: 'cortex' | 'thehive',
  url: string,
  args: readonly string[] = [],
  keys = `${rootKey}\n${adminKey}\n`,
): Promise<Ended> =>
  run(
    environment,
    ['import', product, '--url', url, '--key-file', '-', '--max-rate', '1000', ...args],
    keys,
  ).ended

/** Killed as soon as it has got so far. */
export async function killImport(
  environment: Environment,
  product: 'cortex' | 'thehive',
  url: string,
  far: Promise<void>,
): Promise<void> {
  const args = ['import', product, '--url', url, '--key-file', '-', '--max-rate', '1000']
  const killed = run(environment, args, 'k'.repeat(40))
  await far
  killed.child.kill('SIGKILL')
  await killed.ended
}

/** A form with a file, sent to the server with the key of its orgadmin. */
export async function sendFile(
  { address }: Pick<Server, 'address'>,
  path: string,
  fields: object,
  name: string,
  content: string,
): Promise<unknown> {
  const form = new FormData()
  form.set('_json', JSON.stringify(fields))
  form.set('attachment', new Blob([content]), name)
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${adminKey}` },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

export { fakeServer, type Handler } from './fake-server.ts'
