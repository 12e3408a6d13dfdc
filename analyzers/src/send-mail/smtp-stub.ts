import { type AddressInfo, createServer } from 'node:net'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly content: string
}

/** An SMTP server on the loopback for tests; `refuse` answers to RCPT, `onKept` hears of a mail before its sender does. */
export async function startSmtpStub(
  refuse: (line: string) => string | undefined = () => undefined,
  onKept: () => void = () => undefined,
) {
  const received: Received[] = []
  const server = createServer((socket) => {
    let [from, to, data, isData, rest]: [string, string[], string[], boolean, string] = [
      '',
      [],
      [],
      false,
      '',
    ]
    const say = (line: string) => void socket.write(`${line}\r\n`)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (isData) {
          if (line !== '.') data.push(line)
          else {
            received.push({ from, to, content: data.join('\r\n') })
            ;[isData, to, data] = [false, [], []]
            onKept()
            say('250 kept')
          }
          continue
        }
        const refusal = refuse(line)
        if (refusal !== undefined) say(refusal)
        else if (/^EHLO/i.test(line)) say('250-stub\r\n250 AUTH PLAIN')
        else if (/^AUTH/i.test(line)) say('235 welcome')
        else if (/^MAIL/i.test(line)) {
          from = line
          say('250 ok')
        } else if (/^RCPT/i.test(line)) {
          to = [...to, line]
          say('250 ok')
        } else if (/^DATA/i.test(line)) {
          isData = true
          say('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
    say('220 stub')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    received: received as readonly Received[],
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
