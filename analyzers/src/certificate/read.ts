import { X509Certificate } from 'node:crypto'
import { fail } from '../kit/index.ts'
import { type Container, pemContainers, readContainer } from './containers.ts'

const maxCertificates = 20
const begin = '-----BEGIN CERTIFICATE-----'
const end = '-----END CERTIFICATE-----'

export interface Contents {
  /** In their order. */
  readonly certificates: readonly X509Certificate[]
  /** Keys, stores and messages around them. */
  readonly containers: readonly Container[]
}

/** All that is in there; undefined when it is something else. */
export function readContents(bytes: Buffer): Contents | undefined {
  const text = bytes.toString('latin1')
  if (text.includes('-----BEGIN ')) {
    const containers = pemContainers(text)
    if (containers.length === 0 && isPemAlone(text)) fail('A key or container is truncated')
    const certificates = [...pemBlocks(text).map(parse), ...inside(containers)]
    return certificates.length + containers.length > 0 ? { certificates, containers } : undefined
  }
  const container = readContainer(bytes)
  if (container) return { certificates: inside([container]), containers: [container] }
  // A certificate is a SEQUENCE longer than 255 bytes, so its length takes two bytes or more.
  if (bytes[0] === 0x30 && (bytes[1] === 0x82 || bytes[1] === 0x83))
    return { certificates: [parse(bytes)], containers: [] }
  return undefined
}

/** Such a block from its first line to its last, and no text in which one is mentioned. */
const isPemAlone = (text: string) =>
  /^\s{0,100}-----BEGIN (?!CERTIFICATE-)[A-Z0-9 ]{1,40}-----\s/.test(text) &&
  !text.includes('-----END ')

const inside = (containers: readonly Container[]): X509Certificate[] =>
  containers
    .flatMap(({ certificates = [] }) => certificates)
    .slice(0, maxCertificates)
    .map(parse)

function pemBlocks(text: string): string[] {
  const blocks: string[] = []
  let from = text.indexOf(begin)
  while (from >= 0) {
    const to = text.indexOf(end, from)
    if (to < 0) fail('A certificate is truncated')
    if (blocks.length === maxCertificates) fail(`More than ${maxCertificates} certificates`)
    blocks.push(text.slice(from, to + end.length))
    from = text.indexOf(begin, to)
  }
  return blocks
}

function parse(source: string | Buffer): X509Certificate {
  try {
    const certificate = new X509Certificate(source)
    // Node parses the key late; an unreadable one throws now, not in the middle of the report.
    void certificate.publicKey
    return certificate
  } catch {
    return fail('The certificate is corrupt')
  }
}
