import { keepTail } from '../tail.ts'
import { type Kubernetes, KubernetesUnreachable, refusal } from './api.ts'
import { upgrade } from './websocket.ts'

/** The first one that can say "standard input ends here"; servers have it since 1.30. */
const protocol = 'v5.channel.k8s.io'
const stdout = 1
const stderr = 2
const statusChannel = 3
const closeChannel = 255
const pieceBytes = 65_536
const answerMs = 30_000

export interface ExecTarget {
  readonly pod: string
  readonly container: string
  readonly command: readonly string[]
  readonly input?: AsyncIterable<Buffer>
}

/** The command ended with something else than 0, or the connection before it. */
export class ExecFailed extends Error {
  override name = 'ExecFailed'
}

/**
 * Runs a command in a container and gives what it prints. Ends without an error only when the server
 * says that the command ended well: a connection that is cut looks like the end of the output.
 */
export async function* exec(
  api: Kubernetes,
  { pod, container, command, input }: ExecTarget,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const target = await api.execTarget(pod, [
    ...command.map((part) => ['command', part] as const),
    ['container', container],
    ['stdout', 'true'],
    ['stderr', 'true'],
    ...(input ? [['stdin', 'true'] as const] : []),
  ])
  const socket = await upgrade(target, protocol, refusal, answerMs).catch((error: Error) => {
    throw error.name === 'KubernetesError'
      ? error
      : new KubernetesUnreachable(`cannot connect to ${container}: ${error.message}`, {
          cause: error,
        })
  })
  const close = () => socket.close()
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  let problem: unknown
  const sending =
    input &&
    sendAll(socket.send, input).catch((error: unknown) => {
      problem = error
      close()
    })
  const said = keepTail(4096)
  let status: string | undefined
  try {
    for await (const message of socket.messages()) {
      const data = message.subarray(1)
      if (message[0] === stdout && data.length > 0) yield data
      if (message[0] === stderr) said.add(data)
      if (message[0] === statusChannel) status = data.toString('utf8')
    }
    await sending
    if (status === undefined) throw new ExecFailed('connection lost', { cause: problem })
    const { status: outcome, message } = JSON.parse(status)
    if (outcome !== 'Success')
      throw new ExecFailed(`${command[0]} in ${container}: ${message} ${said.text()}`.trim())
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

async function sendAll(send: (message: Buffer) => Promise<void>, input: AsyncIterable<Buffer>) {
  for await (const chunk of input)
    for (let at = 0; at < chunk.length; at += pieceBytes)
      await send(Buffer.concat([Buffer.of(0), chunk.subarray(at, at + pieceBytes)]))
  await send(Buffer.of(closeChannel, 0))
}
