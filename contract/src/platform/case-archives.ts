import { type Static, Type } from 'typebox'
import { endpoint, file } from '../endpoint.ts'
import { FileInput, plainPart } from '../files.ts'
import { CaseV1, ObservableV1 } from './objects.ts'
import { ProcedureV1 } from './procedures.ts'
import { idParams, writers } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'case'
const Password = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Of the archive',
  ...plainPart,
})

export const exportCase = file({
  ...v1('/case/:id/export'),
  method: 'GET',
  roles: writers,
  resource,
  params: idParams,
  summary: 'A case with everything in it, as an archive with a password',
  input: Type.Object({ password: Password }, { additionalProperties: false }),
})

export const ImportedCase = Type.Object(
  {
    case: CaseV1,
    observables: Type.Array(ObservableV1),
    procedures: Type.Array(ProcedureV1),
    errors: Type.Array(
      Type.Object({ type: Type.String(), message: Type.String() }, { additionalProperties: false }),
      { description: 'What this organization does not know, and was left out' },
    ),
  },
  { title: 'ImportedCase', additionalProperties: false },
)
export type ImportedCase = Static<typeof ImportedCase>

export const importCase = endpoint({
  ...v1('/case/import', ImportedCase),
  method: 'POST',
  roles: writers,
  resource,
  ignoresUnknown: true,
  summary: 'Make a new case of an archive that `export` made',
  input: Type.Object({ file: FileInput, password: Password }, { additionalProperties: false }),
  status: 201,
})
