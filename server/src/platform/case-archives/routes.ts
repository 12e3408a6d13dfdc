import { contract } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import { apiLevel } from '../../domain/response/api-level.ts'
import { download } from '../../http/download.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import { caseViews } from '../cases/views.ts'
import { actorOf, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { observableV1 } from '../observables/views.ts'
import { requireCase } from '../parents/case.ts'
import { procedureViews } from '../procedures/views.ts'
import { showOne, viewContext } from '../render/both-versions.ts'
import { documentOf, membersOf } from './export.ts'
import { documentName, limits, readDocument } from './format.ts'
import { filesNamed, importCase } from './import.ts'

export function caseArchiveRoutes(route: Route, deps: PlatformDeps): void {
  const { db, blobs, clock, config } = deps

  route(contract.exportCase, async (call) => {
    const row = await requireCase(db, call.caller.organization, call.params.id)
    const document = await documentOf(db, row, clock.now())
    const actor = actorOf(call)
    // Everything of a case leaves the organization: that is audited, though it changes nothing.
    await audit(db, actor, clock.now(), {
      action: 'case.export',
      objectType: 'case',
      objectId: row.id,
      organization: actor.organization,
      details: { caseId: row.number, files: document.files.length },
    })
    // Loaded with the first archive: nothing else needs it, least of all a start.
    const { packWithPassword } = await import('./pack.ts')
    const archive = packWithPassword(membersOf(blobs, document), call.input.password)
    return download(archive, `case-${row.number}.zip`, 'application/zip')
  })

  route(contract.importCase, async (call) => {
    const { file, password } = call.input
    const { unpack } = await import('../observables/archive.ts')
    const members = await unpack(blobs, file, {
      passwords: [password],
      limitBytes: config.http.uploadLimitBytes,
      maxEntries: limits.files + 1,
      onlyEncrypted: true,
      passwordAttribute: 'password',
    })
    try {
      const text = await documentIn(members)
      const lines = await readDocument(text, config.http.bodyLimitBytes)
      const files = new Map(members.map((member) => [member.sha256, member]))
      const named = filesNamed(lines, files)
      const made = await write(deps, actorOf(call), (w) => importCase(w, lines, files), named)
      const level = apiLevel(config.platform.level, call.caller)
      const context = viewContext(db, call.caller.organization, level)
      return {
        case: await showOne(caseViews.v1, made.case, context),
        observables: made.observables.map(observableV1),
        procedures: await procedureViews.v1(made.procedures, context),
        errors: [...made.errors],
      }
    } finally {
      // Those that were kept stay.
      await Promise.all(members.map((member) => member.discard()))
    }
  })
}

async function documentIn(members: readonly ReceivedFile[]): Promise<string> {
  const [document, another] = members.filter(({ name }) => name === documentName)
  // Whoever looked at the archive before may have read the other one.
  if (another) throw badRequest(`The archive contains ${documentName} more than once`)
  if (!document) throw badRequest(`Not a case archive: ${documentName} is missing`)
  if (document.size > limits.documentBytes)
    throw badRequest(`${documentName} exceeds ${limits.documentBytes} bytes`)
  const bytes = await document.read(0, document.size)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequest(`${documentName} is not valid UTF-8`)
  }
}
