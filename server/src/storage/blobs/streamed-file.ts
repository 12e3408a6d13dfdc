import { Readable } from 'node:stream'

/**
 * A file for the body of a request that is read while it is sent. One of `openAsBlob` is opened by its
 * path again when its turn comes, and refuses to be read when it was touched or replaced since.
 */
export class StreamedFile extends File {
  readonly #open: () => Readable

  constructor(open: () => Readable, size: number, name: string, type?: string) {
    super([], name, type === undefined ? {} : { type })
    this.#open = open
    Object.defineProperty(this, 'size', { value: size })
  }

  override stream(): ReturnType<File['stream']> {
    return Readable.toWeb(this.#open()) as unknown as ReturnType<File['stream']>
  }
}
