import { Type } from 'typebox'
import { Description, Tags, Tlp } from '../values.ts'
import { entity } from './entity.ts'

const DataType = Type.String({ minLength: 1, maxLength: 128 })
const Flag = Type.Boolean()

/** Of a case or of an alert. Its value, text or a file, is sent in several forms: see `observables.ts`. */
export const observable = entity({
  table: 'observables',
  types: ['case_artifact', 'Observable'],
  attributes: {
    dataType: {
      kind: 'keyword',
      input: DataType,
      required: true,
      search: { short: true },
      recorded: 'always',
    },
    data: {
      kind: 'keyword',
      nullable: true,
      decided: true,
      search: { digest: 'value_hash' },
      fixed: 'it defines the observable; add another one instead',
    },
    /** SHA-256 of the text or of the file: what makes two observables the same value. */
    valueHash: { kind: 'keyword', decided: true, shown: false, search: false, recorded: 'never' },
    startDate: {
      kind: 'moment',
      column: 'created_at',
      fixed: 'it is the time the observable was added',
    },
    tlp: { kind: 'whole', input: Tlp, default: 2, recorded: 'always' },
    tags: { kind: 'list', input: Tags, decided: true, recorded: 'always' },
    ioc: { kind: 'flag', input: Flag, default: false, recorded: 'always' },
    sighted: { kind: 'flag', input: Flag, default: false },
    message: { kind: 'text', input: Description, nullable: true },
    /** Analyzer name → { taxonomies }. */
    reports: { kind: 'object', default: {} },
    /** Not given counts as false. */
    ignoreSimilarity: { kind: 'flag', input: [Flag, Flag], nullable: true },
  },
})
