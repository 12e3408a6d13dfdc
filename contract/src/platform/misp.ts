import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { FileInput } from '../files.ts'
import { ConnectedServer } from '../system.ts'
import { object, Timestamp } from '../values.ts'
import { PromotedCase } from './cases.ts'
import { CaseV1 } from './objects.ts'
import { idParams, readers, writers } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'case'

const exported = (form: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/api/case/:id/${form}`,
    aliases: [`/api/v0/case/:id/${form}`, `/api/v1/case/:id/${form}`],
    roles: readers,
    effect: 'read',
    resource,
    summary,
    params: idParams,
    output: Type.Record(Type.String(), Type.Unknown()),
  })
export const caseAsStix = exported('stix', 'Export the observables of a case as STIX 2.1')
export const caseAsMisp = exported('misp', 'Export the observables of a case as a MISP event')

export const exportCaseToMisp = empty({
  method: 'POST',
  path: '/api/connector/misp/export/:id/:server',
  aliases: ['/api/v1/connector/misp/export/:id/:server'],
  roles: writers,
  effect: 'write',
  resource,
  params: Type.Object({
    id: Type.String(),
    server: Type.String({ description: 'Server name in the setting `platform.misp`' }),
  }),
  ignoresUnknown: true,
  summary: "Send a case's observables marked as IOC to a configured MISP server",
})

const { caseTemplate, tasks, pages, customFields, assignee } = PromotedCase.properties
export const importCaseFromMisp = endpoint({
  ...v1('/connector/misp/case/import', CaseV1),
  method: 'POST',
  roles: writers,
  effect: 'write',
  resource,
  summary:
    'Create a case from the JSON export of a MISP event, up to 8 MiB; its description says which attributes are no observables',
  input: object({ file: FileInput, caseTemplate, tasks, pages, customFields, assignee }),
  status: 201,
})

export const MispImport = object(
  {
    server: Type.String(),
    upTo: Type.Number({ description: 'Events published before it have been read' }),
    checkedAt: Type.Optional(Type.Number()),
    problem: Type.Optional(Type.String({ description: 'Why the last try failed' })),
    failed: Type.Optional(
      object(
        {
          events: Type.Integer({ description: 'That could not be stored as alerts' }),
          event: Type.String({ description: 'UUID of the last one' }),
          at: Type.Optional(Timestamp),
          reason: Type.Optional(Type.String({ description: 'Of the last one' })),
        },
        'MispFailures',
      ),
    ),
  },
  'MispImport',
)
export type MispImport = Static<typeof MispImport>

export const listMispServers = endpoint({
  method: 'GET',
  path: '/api/v1/connector/misp/status',
  aliases: ['/api/connector/misp/status'],
  roles: readers,
  effect: 'read',
  resource,
  summary: 'List MISP servers available to the organization, and whether they respond',
  output: object({
    status: Type.Record(Type.String(), Type.String(), {
      description: 'By server: OK or ERROR',
    }),
    syncInProgress: Type.Boolean({ description: 'Whether events are being read now' }),
    servers: Type.Array(ConnectedServer),
    imports: Type.Array(MispImport, {
      description: "Servers whose events become the organization's alerts",
    }),
  }),
})

export const pullMispEvents = empty({
  method: 'GET',
  path: '/api/v1/connector/misp/_syncAlerts',
  aliases: ['/api/connector/misp/_syncAlerts'],
  roles: ['orgadmin', 'superadmin'],
  // Only sooner what happens every ten minutes; older clients ask with GET.
  effect: 'read',
  resource,
  summary: 'Read published events of MISP now; without MISP servers it does nothing',
})
