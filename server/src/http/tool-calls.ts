import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** How calls are recognized that a tool of `POST /mcp` makes inside this process. */
export interface ToolCalls {
  readonly headers: Readonly<Record<string, string>>
  isOne(request: FastifyRequest): boolean
}

const header = 'x-assay-tool-call'

/** The proof never leaves the process: such calls are injected, not sent. */
export function makeToolCalls(): ToolCalls {
  const proof = randomBytes(32).toString('base64url')
  const expected = Buffer.from(proof)
  return {
    headers: { [header]: proof },
    isOne({ headers: { [header]: given } }) {
      if (typeof given !== 'string') return false
      const bytes = Buffer.from(given)
      // guard (open = true): server/test/agents/keys.test.ts
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    },
  }
}
