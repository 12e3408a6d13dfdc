import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { defineResponder, Failure, fail } from '../kit/index.ts'
import { send } from '../kit/outgoing.ts'
import { titleOf } from '../kit/target.ts'
import { webhookDescription } from './description.ts'
import { signatureOf } from './signature.ts'

const maxBytes = 5 * 1024 * 1024
const maxAttempts = 10
const longestPause = 60

export const responder = defineResponder({
  ...webhookDescription,
  async run({ dataType, data }, job) {
    const { url, secret, attempts, retry_seconds: firstPause } = job.config
    if (secret.length < 16) fail('Setting secret needs at least 16 characters')
    if (!Number.isInteger(attempts) || attempts < 1 || attempts > maxAttempts)
      fail(`Setting attempts must be a number from 1 to ${maxAttempts}`)
    if (firstPause < 0 || firstPause > longestPause)
      fail(`Setting retry_seconds must be a number from 0 to ${longestPause}`)
    // The same for all attempts: a receiver that got one of them can tell.
    const delivery = randomUUID()
    const { tlp, pap, message, parameters } = job
    const body = JSON.stringify({ delivery, dataType, data, tlp, pap, message, parameters })
    if (Buffer.byteLength(body) > maxBytes) fail(`The data is larger than ${maxBytes} bytes`)

    const attempt = async (): Promise<
      { status: number } | { reason: string; isFinal: boolean }
    > => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      try {
        const { status } = await send(url, job, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'x-assay-delivery': delivery,
            'x-assay-timestamp': timestamp,
            'x-assay-signature': signatureOf(secret, timestamp, body),
          },
          maxBytes: 65_536,
          timeoutMs: 10_000,
        })
        if (status >= 200 && status < 300) return { status }
        const isFinal = status < 500 && status !== 429 && status !== 408
        return { reason: `The receiver returned status ${status}`, isFinal }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { reason: error.message, isFinal: /is not asked|must /.test(error.message) }
      }
    }

    for (let count = 1; ; count += 1) {
      const outcome = await attempt()
      if ('status' in outcome)
        return {
          message: `Sent: ${titleOf(dataType, data)}`,
          full: { delivery, status: outcome.status, attempts: count },
        }
      job.print(`Attempt ${count}: ${outcome.reason}`)
      if (outcome.isFinal) fail(outcome.reason)
      if (count >= attempts) fail(`${outcome.reason}, ${count} times`)
      await pause(Math.min(longestPause, firstPause * 2 ** (count - 1)) * 1000)
    }
  },
})
