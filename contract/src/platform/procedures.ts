import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { FileInput } from '../files.ts'
import { AnyObject, object } from '../values.ts'
import { procedure } from './entities/notes.ts'
import { changed, created, fixed, shown } from './entities/schemas.ts'
import { Ids } from './marked.ts'
import { idParams, keysV1, readers, writers } from './values.ts'
import { v1 } from './versions.ts'

const texts = Type.Array(Type.String())

/** A technique of the catalogue. */
export const PatternV1 = object(
  {
    ...keysV1,
    _type: Type.Literal('Pattern'),
    patternId: Type.String({ description: 'Such as T1059.006' }),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    tactics: texts,
    url: Type.String(),
    patternType: Type.Literal('attack-pattern'),
    revoked: Type.Boolean(),
    platforms: texts,
    dataSources: texts,
    defenseBypassed: texts,
    permissionsRequired: texts,
    systemRequirements: texts,
    remoteSupport: Type.Boolean(),
    detection: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
    extraData: AnyObject,
  },
  'PatternV1',
)
export type PatternV1 = Static<typeof PatternV1>

export const ProcedureV1 = object(
  {
    ...keysV1,
    ...shown(procedure, 1),
    patternName: Type.Optional(Type.String()),
    tacticLabel: Type.String(),
    extraData: AnyObject,
  },
  'ProcedureV1',
)
export type ProcedureV1 = Static<typeof ProcedureV1>

const keeper = ['superadmin'] as const
const everybody = ['read', 'superadmin'] as const

export const importPatterns = endpoint({
  ...v1('/pattern/import/attack'),
  method: 'POST',
  roles: keeper,
  effect: 'write',
  resource: 'pattern',
  summary: 'Import ATT&CK techniques from a STIX bundle, as file part `file`',
  input: object({ file: FileInput }),
  output: Type.Array(
    object({ patternId: Type.String(), status: Type.Enum(['Created', 'Updated']) }),
  ),
  status: 201,
})
export const getPattern = endpoint({
  ...v1('/pattern/:id', PatternV1),
  method: 'GET',
  roles: everybody,
  effect: 'read',
  resource: 'pattern',
  params: idParams,
  summary: 'Get a technique, by `_id` or number such as T1059; `listPattern` lists all',
})
export const listCasePatterns = endpoint({
  ...v1('/pattern/case/:id'),
  method: 'GET',
  roles: readers,
  effect: 'read',
  resource: 'pattern',
  params: idParams,
  summary: "List the technique numbers used in a case's procedures, each once",
  output: texts,
})
export const deletePattern = empty({
  ...v1('/pattern/:id'),
  method: 'DELETE',
  roles: keeper,
  effect: 'write',
  resource: 'pattern',
  params: idParams,
  summary: 'Delete a technique that no procedure uses',
})

const NewProcedure = object(created(procedure))
const create = {
  method: 'POST',
  roles: writers,
  effect: 'write',
  resource: 'procedure',
  ignoresUnknown: true,
  status: 201,
} as const

export const createCaseProcedure = endpoint({
  ...create,
  ...v1('/case/:id/procedure', ProcedureV1),
  params: idParams,
  input: NewProcedure,
  summary: 'Add a procedure (ATT&CK technique used) to a case',
})
export const createAlertProcedure = endpoint({
  ...create,
  ...v1('/alert/:id/procedure', ProcedureV1),
  params: idParams,
  input: NewProcedure,
  summary: 'Add a procedure (ATT&CK technique used) to an alert',
})
const NewProcedures = object({ procedures: Type.Array(NewProcedure, { maxItems: 200 }) })

export const createCaseProcedures = endpoint({
  ...create,
  ...v1('/case/:id/procedures', Type.Array(ProcedureV1)),
  params: idParams,
  input: NewProcedures,
  summary: 'Add several procedures to a case, all or none',
})
export const createAlertProcedures = endpoint({
  ...create,
  ...v1('/alert/:id/procedures', Type.Array(ProcedureV1)),
  params: idParams,
  input: NewProcedures,
  summary: 'Add several procedures to an alert, all or none',
})
export const createProcedure = endpoint({
  ...create,
  ...v1('/procedure', ProcedureV1),
  input: object({ ...created(procedure), caseId: Type.String({ minLength: 1, maxLength: 128 }) }),
  summary: 'Add a procedure (ATT&CK technique used) to a case',
})
export const getProcedure = endpoint({
  ...v1('/procedure/:id', ProcedureV1),
  method: 'GET',
  roles: readers,
  effect: 'read',
  resource: 'procedure',
  params: idParams,
  summary: 'Get a procedure; the query step `procedures` lists those of a case or alert',
})
export const updateProcedure = empty({
  ...v1('/procedure/:id'),
  method: 'PATCH',
  roles: writers,
  effect: 'write',
  resource: 'procedure',
  params: idParams,
  ignoresUnknown: true,
  summary: 'Change when and how a procedure was done; its technique is fixed',
  input: object(changed(procedure)),
  fixedAttributes: fixed(procedure, 1),
})
export const deleteProcedure = empty({
  ...v1('/procedure/:id'),
  method: 'DELETE',
  roles: writers,
  effect: 'write',
  resource: 'procedure',
  params: idParams,
  summary: 'Delete a procedure',
})
export const deleteProcedures = empty({
  ...v1('/procedure/delete/_bulk'),
  method: 'POST',
  roles: writers,
  effect: 'write',
  resource: 'procedure',
  ignoresUnknown: true,
  summary: 'Delete several procedures, all or none',
  input: object({ ids: Ids }),
})
