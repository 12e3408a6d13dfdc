import { type Static, Type } from 'typebox'
import { endpoint, file } from '../endpoint.ts'
import { FileInput, plainPart } from '../files.ts'
import { object } from '../values.ts'
import { CaseV1, ObservableV1 } from './objects.ts'
import { ProcedureV1 } from './procedures.ts'
import { idParams, writers } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'case'
const Password = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Archive password',
  ...plainPart,
})

export const exportCase = file({
  ...v1('/case/:id/export'),
  method: 'GET',
  roles: writers,
  effect: 'inspect',
  resource,
  params: idParams,
  summary: 'Export a case with all its contents as a password-protected archive',
  input: object({ password: Password }),
})

export const ImportedCase = object(
  {
    case: CaseV1,
    observables: Type.Array(ObservableV1),
    procedures: Type.Array(ProcedureV1),
    errors: Type.Array(object({ type: Type.String(), message: Type.String() }), {
      description: 'What was left out because this organization does not have it',
    }),
  },
  'ImportedCase',
)
export type ImportedCase = Static<typeof ImportedCase>

export const importCase = endpoint({
  ...v1('/case/import', ImportedCase),
  method: 'POST',
  roles: writers,
  effect: 'write',
  resource,
  ignoresUnknown: true,
  summary: 'Create a case from an archive made by `export`',
  input: object({ file: FileInput, password: Password }),
  status: 201,
})
