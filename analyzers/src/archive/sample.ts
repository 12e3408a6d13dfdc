import type { SampleFile } from '../kit/describe.ts'

const packed =
  'UEsDBBQAAAAAAIA5cF1uGkUKGAAAABgAAAAQAAAAc3RhdGVtZW50LnBkZi5qc1dTY3JpcHQuRWNobygnbWFkZSB1cCcpClBLAQIUAxQAAAAAAIA5cF1uGkUKGAAAABgAAAAQAAAAAAAAAAAAAACAAQAAAABzdGF0ZW1lbnQucGRmLmpzUEsFBgAAAAABAAEAPgAAAEYAAAAAAA=='

/** One file, whose name hides that it is a script. */
export const sample: SampleFile = {
  filename: 'statement.zip',
  contentType: 'application/zip',
  content: Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)),
}
