import { createHash, type KeyObject, type X509Certificate } from 'node:crypto'
import { detect } from '@assay/contract/detect'
import {
  type Artifact,
  artifact,
  defineAnalyzer,
  fail,
  finding,
  isFile,
  taxonomy,
} from '../kit/index.ts'
import type { Container } from './containers.ts'
import { certificateDescription } from './description.ts'
import { examine, isSelfSigned, keyOf, timeOf } from './examine.ts'
import { alternativeNames, authorityAddresses, distinguishedName } from './names.ts'
import { readContents } from './read.ts'

const maxBytes = 1024 * 1024
const maxArtifacts = 500

export const analyzer = defineAnalyzer({
  ...certificateDescription,
  async run(observable) {
    // Files of any kind come by; what is larger than any chain is something else.
    const isTooLarge = isFile(observable) && observable.size > maxBytes
    const bytes = isTooLarge
      ? Buffer.alloc(0)
      : isFile(observable)
        ? await observable.read(maxBytes)
        : Buffer.from(observable.data)
    const contents = readContents(bytes)
    if (!contents) {
      if (observable.dataType === 'certificate')
        fail('No certificate or key in PEM or DER form found')
      if (
        isTooLarge &&
        /^\s{0,100}-----BEGIN /.test((await observable.bytes(0, 200)).toString('latin1'))
      )
        fail(`The file has ${observable.size} bytes; the limit for certificates is ${maxBytes}`)
      return { taxonomies: [], full: { isCertificate: false } }
    }
    const { certificates, containers } = contents
    const [first] = certificates
    const now = Date.now()
    const views = certificates.map((certificate) => viewOf(certificate, now))
    return {
      taxonomies: first ? [taxonomy('info', 'Certificate', 'Key', keyText(first.publicKey))] : [],
      namespace: 'Certificate',
      findings: [...containers.map(containerFinding), ...(views[0]?.findings ?? [])],
      full: {
        isCertificate: certificates.length > 0,
        containers: containers.map(containerView),
        certificates: views,
      },
      artifacts: certificates.flatMap(artifactsOf).slice(0, maxArtifacts),
    }
  },
})

const containerFinding = ({ form, explanation, key }: Container) =>
  finding('certificate.container', {
    value: key ? `${form}, ${keyText(key)}` : form,
    meaning: explanation,
  })

const keyText = (key: KeyObject) => {
  const { type, bits, curve } = keyOf(key)
  return `${type.toUpperCase()} ${bits ?? curve ?? ''}`.trim()
}

const containerView = ({ form, explanation, key }: Container) => ({
  form,
  explanation,
  ...(key ? { key: keyOf(key), publicKeySha256: digestOf(key) } : {}),
})

/** By which other files of the same key are found, also its certificates. */
const digestOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

const viewOf = (certificate: X509Certificate, now: number) => ({
  subject: distinguishedName(certificate.subject),
  issuer: distinguishedName(certificate.issuer),
  serialNumber: certificate.serialNumber,
  validFrom: dateText(certificate.validFrom),
  validTo: dateText(certificate.validTo),
  isAuthority: certificate.ca,
  isSelfSigned: isSelfSigned(certificate),
  key: keyOf(certificate.publicKey),
  signatureAlgorithm: certificate.signatureAlgorithm ?? certificate.signatureAlgorithmOid,
  names: alternativeNames(certificate),
  keyUsage: certificate.keyUsage ?? [],
  authorityAddresses: authorityAddresses(certificate),
  fingerprints: fingerprintsOf(certificate),
  findings: examine(certificate, now),
})

/** A damaged date is not a date; `toISOString` would throw on it. */
const dateText = (text: string) => {
  const time = timeOf(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const fingerprintsOf = ({ fingerprint, fingerprint256 }: X509Certificate) => ({
  sha1: fingerprint.replaceAll(':', '').toLowerCase(),
  sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
})

function artifactsOf(certificate: X509Certificate): Artifact[] {
  const { sha1, sha256 } = fingerprintsOf(certificate)
  const message = 'fingerprint of the certificate'
  const covered = alternativeNames(certificate).flatMap(({ kind, value }) => {
    if (kind === 'other') return []
    const { dataType, value: found } = detect(value.replace(/^\*\./, ''))
    return dataType === 'other'
      ? []
      : [artifact(dataType, found, { kind: 'covered name', message: 'covered name' })]
  })
  const authority = authorityAddresses(certificate).map((url) =>
    artifact('url', url, { kind: 'issuer', message: 'URL of the CA' }),
  )
  return [
    artifact('hash', sha256, { kind: 'hash', message }),
    artifact('hash', sha1, { kind: 'hash', message }),
    ...covered,
    ...authority,
  ]
}
