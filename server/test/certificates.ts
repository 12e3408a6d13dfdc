import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A certificate that signs itself, made by the tool of every machine. */
export function makePair(folder: string, name: string) {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-days', '2', ...subject, '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  )
  return { cert, key }
}

export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** For the title of a group that needs it. */
export const withoutOpenssl = hasOpenssl
  ? ''
  : ' (skipped: openssl is not installed (Debian: apt-get install openssl))'
