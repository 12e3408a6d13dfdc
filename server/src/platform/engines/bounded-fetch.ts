/** An answer that is larger than we read. */
export class AnswerTooLarge extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`The response exceeds ${limitBytes} bytes`)
    this.limitBytes = limitBytes
  }
}

export interface Bounds {
  readonly timeoutMs: number
  readonly answerBytes: number
  /** Ends it early; left out where an answer must be heard even while the server stops. */
  readonly stopping?: AbortSignal
}

/**
 * `fetch` towards a server that may be slow, lie about its length or send us elsewhere: our
 * credentials follow no redirect, and the time counts until the last byte.
 */
export const boundedFetch =
  ({ timeoutMs, answerBytes, stopping }: Bounds): typeof fetch =>
  async (input, init) => {
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = stopping ? AbortSignal.any([limit, stopping]) : limit
    const response = await fetch(input, { ...init, redirect: 'manual', signal })
    if (Number(response.headers.get('content-length')) > answerBytes) {
      await response.body?.cancel()
      throw new AnswerTooLarge(answerBytes)
    }
    const body = response.body?.pipeThrough(counting(answerBytes)) ?? null
    return new Response(isBodyless(response.status) ? null : body, {
      // A status that `Response` does not accept is not an answer that we know, either.
      status: response.status,
      headers: response.headers,
    })
  }

const isBodyless = (status: number) => [204, 205, 304].includes(status)

function counting(limitBytes: number) {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > limitBytes) controller.error(new AnswerTooLarge(limitBytes))
      else controller.enqueue(chunk)
    },
  })
}
