import { createHash } from 'node:crypto'
import { badRequest } from '../../domain/errors.ts'

const signatures: readonly (readonly [type: string, isIt: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (bytes) => bytes.toString('latin1', 0, 4) === 'GIF8'],
  [
    'image/webp',
    (bytes) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
]

export interface Picture {
  readonly type: string
  readonly bytes: Buffer
}

/** Judged by its bytes: what a caller calls an image may be a page with a script. */
export function pictureOf(text: string): Picture | undefined {
  const base64 = text.replace(/^data:[^,]{0,100};base64,/, '').replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const type = signatures.find(([, isIt]) => isIt(bytes))?.[0]
  return type === undefined ? undefined : { type, bytes }
}

/** As the page shows it and the database keeps it. */
export function storedAvatar(text: string): string {
  const picture = pictureOf(text)
  if (!picture) throw badRequest('avatar must be a Base64-encoded PNG, JPEG, GIF or WebP image')
  return `data:${picture.type};base64,${picture.bytes.toString('base64')}`
}

/** Part of its path, so a changed image is not taken from a cache. */
export const avatarHash = (stored: string) =>
  createHash('sha256').update(stored).digest('hex').slice(0, 32)
