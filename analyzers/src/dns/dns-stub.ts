import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import { groupsOfValue, parseAddress } from '@assay/contract/detect'

/** `A example.org` → records as in a zone file; 'SERVFAIL' and 'silence' are failures. */
export type Zone = Readonly<Record<string, readonly string[] | 'SERVFAIL' | 'silence'>>

const types: Readonly<Record<number, string>> = {
  1: 'A',
  2: 'NS',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  257: 'CAA',
}

/** A name server on the loopback, over UDP and, for what does not fit there, over TCP. */
export async function startDnsStub(zone: Zone) {
  const asked: string[] = []
  const udp = createSocket('udp4')
  const tcp = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const answer = answerTo(data.subarray(2), zone, asked)
      if (!answer) return
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      socket.write(Buffer.concat([length, answer]))
    })
  })
  udp.on('message', (query, { port, address }) => {
    const answer = answerTo(query, zone, asked)
    if (answer) udp.send(answer.length > 512 ? truncated(answer, query) : answer, port, address)
  })
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done))
  const { port } = tcp.address() as AddressInfo
  await new Promise<void>((done) => udp.bind(port, '127.0.0.1', done))
  return {
    address: `127.0.0.1:${port}`,
    asked: asked as readonly string[],
    async stop() {
      await new Promise<void>((done) => udp.close(() => done()))
      await new Promise<void>((done) => tcp.close(() => done()))
    },
  }
}

function answerTo(query: Buffer, zone: Zone, asked: string[]): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  while (query[at] !== 0 && at < query.length) {
    const length = query[at] as number
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const type = types[query.readUInt16BE(at + 1)] ?? '?'
  const name = labels.join('.').toLowerCase()
  asked.push(`${type} ${name}`)
  const records = zone[`${type} ${name}`] ?? []
  if (records === 'silence') return undefined
  const isKnown = Object.keys(zone).some((key) => key.endsWith(` ${name}`))
  const isFailure = records === 'SERVFAIL'
  const bodies = isFailure ? [] : records.map((text) => recordOf(type, text))
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(0x8180 | (isFailure ? 2 : isKnown ? 0 : 3), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(bodies.length, 6)
  const answers = bodies.map((body) => {
    const head = Buffer.alloc(12)
    head.writeUInt16BE(0xc00c, 0)
    query.copy(head, 2, at + 1, at + 5)
    head.writeUInt32BE(60, 6)
    head.writeUInt16BE(body.length, 10)
    return Buffer.concat([head, body])
  })
  return Buffer.concat([header, question, ...answers])
}

/** Says "ask again over TCP". */
function truncated(answer: Buffer, query: Buffer): Buffer {
  const short = Buffer.from(answer.subarray(0, 12))
  short.writeUInt16BE(0x8380, 2)
  short.writeUInt16BE(0, 6)
  const end = query.indexOf(0, 12) + 5
  return Buffer.concat([short, query.subarray(12, end)])
}

function recordOf(type: string, text: string): Buffer {
  const address = parseAddress(text)
  if (type === 'A') return Buffer.from(text.split('.').map(Number))
  if (type === 'AAAA' && address) {
    const groups = groupsOfValue(address.value)
    return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]))
  }
  if (type === 'TXT') {
    const parts = text.match(/.{1,255}/gs) ?? ['']
    return Buffer.concat(parts.map(counted))
  }
  if (type === 'MX') {
    const [priority = '0', host = ''] = text.split(' ')
    return Buffer.concat([Buffer.from([0, Number(priority)]), nameOf(host)])
  }
  if (type === 'CAA') {
    const [tag = '', value = ''] = text.split(' ')
    return Buffer.concat([Buffer.from([0]), counted(tag), Buffer.from(value, 'latin1')])
  }
  return nameOf(text)
}

const counted = (text: string) =>
  Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])

const nameOf = (name: string) =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map(counted),
    Buffer.from([0]),
  ])
