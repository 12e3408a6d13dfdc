import type { SampleFile } from '../kit/describe.ts'

const program =
  'f0VMRgIBAQAAAAAAAAAAAAIAPgABAAAAeABAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAEAAOAABAAAAAAAAAAEAAAAFAAAAAAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAgAAAAAAAAACAAAAAAAAAAAAQAAAAAAAAsDwx/w8FkJA='

/** It ends at once. */
export const sample: SampleFile = {
  filename: 'statement.bin',
  contentType: 'application/x-executable',
  content: Uint8Array.from(atob(program), (letter) => letter.charCodeAt(0)),
}
