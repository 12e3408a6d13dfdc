import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { DamagedBlob } from './store.ts'

/**
 * Passes bytes on and fails at the end of wrong ones. One piece is held back until all are seen, so
 * damaged content is never taken for complete.
 */
export function checkSha256(sha256: string, onDamaged: () => void = () => undefined): Transform {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const before = last
      last = chunk
      done(null, before)
    },
    flush(done) {
      if (hash.digest('hex') === sha256) return done(null, last)
      onDamaged()
      done(new DamagedBlob(sha256))
    },
  })
}
