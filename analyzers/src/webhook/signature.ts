import { createHmac } from 'node:crypto'

/**
 * The time is signed with the body, so a receiver can reject replays: `HMAC-SHA256(secret,
 * timestamp + "." + body)` in hexadecimal.
 */
export const signatureOf = (secret: string, timestamp: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
