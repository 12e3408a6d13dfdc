import { createHmac } from 'node:crypto'

/**
 * The time is signed with the body, so that a receiver can refuse what was recorded and is sent
 * again: `HMAC-SHA256(secret, timestamp + "." + body)` in hexadecimal.
 */
export const signatureOf = (secret: string, timestamp: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
