import { closeSync, openSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'

export interface ChannelEvents {
  /** It hung up, or sent something that is not an event. */
  onControlEnd(): void
  onEvent(event: ZygoteEvent): void
  onOutput(job: number, name: 'out' | 'err', chunk: Buffer): void
  onOutputEnd(job: number, name: 'out' | 'err'): void
  /** How many jobs may have connections now. */
  jobs(): number
}

export type ZygoteEvent =
  | { readonly event: 'unshared'; readonly pid: number }
  | { readonly event: 'loaded'; readonly pid: number; readonly files: readonly string[] }
  /** The program is better started in the plain way; or no program can be started like this here. */
  | { readonly event: 'unsuitable' | 'broken'; readonly reason: string }
  | { readonly event: 'started'; readonly id: number; readonly pid: number }
  | { readonly event: 'failed'; readonly id: number; readonly reason: string }
  | { readonly event: 'ended'; readonly id: number; readonly status: number }

export interface Channel {
  send(order: object): void
  close(): void
}

/**
 * The socket of one zygote: it connects once for itself and twice per job, for the streams that the
 * program prints to, and says in the first line which connection it is. New ones for every job, so
 * no program can close or keep what the next one needs.
 */
export async function openChannel(folder: string, events: ChannelEvents): Promise<Channel> {
  let control: Socket | undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    // Else what was imported in there could use up the descriptors with which others are served.
    if (sockets.size >= 2 * events.jobs() + spareSockets) return void socket.destroy()
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    afterFirstLine(socket, (line, rest) => {
      if (line === 'control' && !control) {
        control = socket
        readLines(socket, rest, events.onEvent)
        socket.once('close', events.onControlEnd)
        return
      }
      const [, id, name] = /^(\d+) (out|err)$/.exec(line) ?? []
      if (id === undefined || (name !== 'out' && name !== 'err')) return socket.destroy()
      if (rest.length > 0) events.onOutput(Number(id), name, rest)
      socket.on('data', (chunk) => events.onOutput(Number(id), name, chunk))
      socket.once('close', () => events.onOutputEnd(Number(id), name))
      return undefined
    })
  })
  // Through a descriptor: an address may have 107 bytes, and the folder may lie deep.
  const directory = openSync(folder, 'r')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(`/proc/self/fd/${directory}/s`, resolve)
  }).catch((error: unknown) => {
    closeSync(directory)
    throw error
  })
  return {
    send: (order) => control?.write(`${JSON.stringify(order)}\n`),
    close() {
      // Only then: it removes its file by that name.
      server.close(() => closeSync(directory))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The one for itself, and some that are about to be closed. */
const spareSockets = 8

const longestLine = 1_048_576

function afterFirstLine(socket: Socket, go: (line: string, rest: Buffer) => void): void {
  let held = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    const end = held.indexOf(10)
    if (end < 0) {
      if (held.length > 100) socket.destroy()
      return
    }
    socket.off('data', onData)
    go(held.toString('latin1', 0, end), held.subarray(end + 1))
  }
  socket.on('data', onData)
}

function readLines(socket: Socket, rest: Buffer, onEvent: (event: ZygoteEvent) => void): void {
  let held = ''
  const add = (text: string) => {
    const lines = (held + text).split('\n')
    held = lines.pop() ?? ''
    try {
      if (held.length > longestLine) throw new Error('too long')
      for (const line of lines) onEvent(JSON.parse(line) as ZygoteEvent)
    } catch {
      // What was imported in there may say anything; then it is of no use.
      socket.destroy()
    }
  }
  socket.setEncoding('utf8').on('data', (chunk) => add(String(chunk)))
  if (rest.length > 0) add(rest.toString('utf8'))
}
