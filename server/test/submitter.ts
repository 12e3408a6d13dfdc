import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createClient } from '@assay/contract'
import { atEnd } from './lifetime.ts'
import type { Server } from './program.ts'

export const rootKey = 'key-of-the-first-user-0123456789abcdef'
/** Ada's, who submits. */
export const key = 'key-of-the-submitter-0123456789abcdef0'

export const clientOf = ({ address }: Pick<Server, 'address'>, credential = key) =>
  createClient(contract, {
    baseUrl: address,
    headers: () => ({ authorization: `Bearer ${credential}` }),
  })

/** A server that needs no set-up. */
export const bootstrap = {
  ASSAY_BOOTSTRAP_LOGIN: 'root',
  ASSAY_BOOTSTRAP_KEY: rootKey,
  ASSAY_LOG_LEVEL: 'warn',
}

/** The same with the programs below `analyzer` and `responder` of this folder. */
export const programSettings = (folder: string) => ({
  ...bootstrap,
  ASSAY_ANALYZER_URLS: join(folder, 'analyzer'),
  ASSAY_RESPONDER_URLS: join(folder, 'responder'),
  ASSAY_JOB_RUNNERS: 'process',
  ASSAY_JOB_SANDBOX: 'off',
})

/** A folder that is gone after the test, though programs may still end in it. */
export async function newProgramFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-programs-'))
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** The organization alpha with Ada in it, and her client. */
export async function makeAda(server: Pick<Server, 'address'>) {
  const root = clientOf(server, rootKey)
  await root.createOrganization({ name: 'alpha', description: 'x' })
  const roles = ['read', 'analyze', 'orgadmin']
  await root.createUser({ login: 'ada', name: 'Ada', organization: 'alpha', roles, key })
  return clientOf(server)
}

/** Makes Ada and enables the programs for her; their ids by their names. */
export async function enableAll<Name extends string>(
  server: Pick<Server, 'address'>,
  programs: Record<Name, { readonly type: 'analyzer' | 'responder' }>,
): Promise<Record<Name, string>> {
  const ada = await makeAda(server)
  const ids: Partial<Record<Name, string>> = {}
  for (const name of Object.keys(programs) as Name[]) {
    const definition = { id: `${name}_1_0` }
    const { id } =
      programs[name].type === 'analyzer'
        ? await ada.enableAnalyzer(definition, { name })
        : await ada.enableResponder(definition, { name })
    ids[name] = id
  }
  return ids as Record<Name, string>
}

/** What a program of this type is asked: a file of this content, a case or any text. */
export function questionOf(dataType: string, token: string, content: string): string | FormData {
  if (dataType === 'thehive:case')
    return JSON.stringify({ data: { _id: token, title: 'x' }, dataType })
  if (dataType !== 'file') return JSON.stringify({ data: token, dataType })
  const form = new FormData()
  form.set('attachment', new Blob([content]), token)
  form.set('_json', JSON.stringify({ dataType }))
  return form
}

/** Sends it as Ada. */
export function submitTo(
  { address }: Pick<Server, 'address'>,
  type: 'analyzer' | 'responder',
  worker: string | undefined,
  body: string | FormData,
): Promise<Response> {
  return fetch(`${address}/api/${type}/${worker}/run`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body,
  })
}
