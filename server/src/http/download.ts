import type { Readable } from 'node:stream'
import type { FileAnswer } from './route.ts'

/** Always a download, never shown: the bytes may be malware. */
export const download = (
  stream: Readable,
  name: string,
  type: string,
  size?: number,
): FileAnswer => ({
  stream,
  headers: {
    'content-type': type,
    'content-disposition': `attachment; filename="${encodeURIComponent(name)}"`,
    'content-transfer-encoding': 'binary',
    'content-security-policy': "default-src 'none'; sandbox",
    ...(size === undefined ? {} : { 'content-length': size }),
  },
})
