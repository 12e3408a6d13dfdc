import { Readable } from 'node:stream'
import type pg from 'pg'

/** The part of a connection of `pg` that a statement is handed. */
interface Connection {
  query(text: string): void
  readonly stream: { pause(): void; resume(): void; destroy(): void }
}

/**
 * The values of one column, joined, as a stream: `COPY (select …) TO STDOUT (format binary)`. Twice as fast
 * as rows, whose bytes come as hexadecimal text; and `binary: true` of pg reads them as UTF-8, which
 * corrupts them without an error. The text cannot have parameters.
 */
export function copyOut(client: pg.ClientBase, select: string, stallMs: number): Readable {
  const out = new CopyOut(select, stallMs)
  client.query(out)
  return out.stream
}

class CopyOut implements pg.Submittable {
  readonly stream: Readable
  readonly #text: string
  readonly #stallMs: number
  readonly #values = new BinaryCopy()
  #connection: Connection | undefined
  #stall: NodeJS.Timeout | undefined
  #isOver = false

  constructor(select: string, stallMs: number) {
    this.#text = `copy (${select}) to stdout (format binary)`
    this.#stallMs = stallMs
    this.stream = new Readable({
      read: () => {
        if (this.#isOver || !this.#connection) return
        this.#watch()
        this.#connection.stream.resume()
      },
      destroy: (error, done) => {
        clearTimeout(this.#stall)
        // Nothing reads on: the remaining bytes make the connection useless for others.
        if (!this.#isOver) this.#connection?.stream.destroy()
        done(error)
      },
    })
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection as unknown as Connection
    this.#watch()
    this.#connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#watch()
    if (this.stream.destroyed) return
    try {
      for (const value of this.#values.read(chunk))
        if (!this.stream.push(value)) {
          clearTimeout(this.#stall)
          this.#connection?.stream.pause()
        }
    } catch (error) {
      this.stream.destroy(error as Error)
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#isOver = true
    clearTimeout(this.#stall)
    this.stream.push(null)
  }

  /** Of the server, or because the connection was lost. */
  handleError(error: Error): void {
    this.#isOver = true
    this.stream.destroy(error)
  }

  #watch(): void {
    clearTimeout(this.#stall)
    const stalled = () => this.stream.destroy(new Error('The database stopped sending data'))
    this.#stall = setTimeout(stalled, this.#stallMs)
  }
}

const headerLength = 19

/**
 * https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format": a header, then for each row the
 * number of its values and for each value length and bytes, then -1. A message of the server holds whole
 * rows, the first one the header before them.
 */
class BinaryCopy {
  #hasHeader = false

  /** Copies: the parser of pg reuses its buffer. */
  read(message: Buffer): Buffer[] {
    const found: Buffer[] = []
    let at = 0
    if (!this.#hasHeader) {
      if (message.toString('latin1', 0, 11) !== 'PGCOPY\n\xff\r\n\0') throw unreadable()
      at = headerLength + message.readInt32BE(15)
      this.#hasHeader = true
    }
    while (at < message.length) {
      const values = message.readInt16BE(at)
      at += 2
      if (values === -1) break
      const length = message.readInt32BE(at)
      at += 4
      if (values !== 1 || length < 0 || at + length > message.length) throw unreadable()
      found.push(Buffer.from(message.subarray(at, at + length)))
      at += length
    }
    return found
  }
}

const unreadable = () => new Error('Unreadable COPY response from the database')
