import { isObject } from '@assay/contract/objects'
import { AttributeCheckingError, type AttributeError, missingAttribute } from './errors.ts'

/** What is to be analyzed, as a submission gives it; a file is known by its presence only. */
export interface Observable {
  readonly dataType: string
  /** Text of an analyzer's observable, JSON text of a responder's data; undefined for files. */
  readonly data: string | undefined
  readonly tlp: number
  readonly pap: number
  readonly message: string
  readonly parameters: Record<string, unknown>
  readonly label: string | null
}

type Values = Record<string, unknown>

/**
 * Reads a submission in both of its forms: the fields themselves, or the older
 * `{ data, attributes: {…} }` that the stock page of today's engine still sends.
 */
export function readObservable(input: Values, hasFile: boolean, isResponder: boolean): Observable {
  const fields = isObject(input.attributes) ? { ...input, ...input.attributes } : input
  const errors: AttributeError[] = []
  const data = isResponder ? responderData(input.data) : textData(input.data)
  if (typeof fields.dataType !== 'string' || fields.dataType === '')
    errors.push(missingAttribute('dataType'))
  if (data === undefined && !hasFile) errors.push(missingAttribute('data/attachment'))
  if (data !== undefined && hasFile) errors.push(bothGiven)
  const tlp = level('tlp', fields.tlp, errors)
  const pap = level('pap', fields.pap, errors)
  if (errors.length > 0) throw new AttributeCheckingError('job', errors)
  return {
    dataType: String(fields.dataType),
    data: hasFile ? undefined : data,
    tlp,
    pap,
    message: typeof fields.message === 'string' ? fields.message : '',
    parameters: isObject(fields.parameters) ? withoutSwitches(fields.parameters) : {},
    label: typeof fields.label === 'string' ? fields.label : null,
  }
}

/**
 * A kept job folder holds the configuration in plain text, so the operator alone decides about it
 * (`job.keepJobFolder`). The switch of the original is taken out.
 */
function withoutSwitches({ keepJobFolder: _, ...parameters }: Values): Values {
  return parameters
}

/** Only JSON true and the text forms of it; JSON 1 is not a boolean. */
export const isForced = (input: Values) => input.force === true

/** `null` in addition to a file is how one platform says "see the file". */
const textData = (value: unknown) => (typeof value === 'string' ? value : undefined)

const responderData = (value: unknown) =>
  value === undefined || value === null ? undefined : JSON.stringify(value)

/** A value that is not a number counts as not given; a number out of bounds is refused. */
function level(name: string, value: unknown, errors: AttributeError[]): number {
  if (typeof value !== 'number') return 2
  if (Number.isInteger(value) && value >= 0 && value <= 3) return value
  errors.push({
    type: 'InvalidFormatAttributeError',
    name,
    format: 'number',
    value: { type: 'JsonInputValue', value },
    message: `Invalid format for ${name}: ${value}, expected number from 0 to 3`,
  })
  return 2
}

const bothGiven: AttributeError = {
  type: 'InvalidFormatAttributeError',
  name: 'data/attachment',
  format: 'string/attachment',
  message: 'Invalid format for data/attachment: send either data or a file, not both',
}
