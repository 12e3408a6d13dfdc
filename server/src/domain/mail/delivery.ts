/** What a mail server says of one recipient (RFC 3464). */
export interface Delivery {
  readonly recipient: string
  readonly action: string
  /** `5.1.1` … */
  readonly status: string
}

const maxRead = 100

/** Of the text of a `message/delivery-status`: a block for the mail, and one for each recipient. */
export function deliveriesIn(text: string): Delivery[] {
  const blocks = text
    .slice(0, 65_536)
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
  return blocks.slice(0, maxRead).flatMap((block) => {
    const unfolded = block.replace(/\n[ \t]+/g, ' ')
    const field = (name: string) =>
      new RegExp(`^${name}:[ \\t]*([^\\n]{0,400})`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
    const [, recipient = ''] =
      /^rfc822[ \t]*;[ \t]*<?([^\s<>]{3,320})>?/i.exec(
        field('Original-Recipient') || field('Final-Recipient'),
      ) ?? []
    const [status = ''] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(field('Status')) ?? []
    const action = field('Action').toLowerCase()
    return recipient === '' || action === ''
      ? []
      : [{ recipient: recipient.toLowerCase(), action, status }]
  })
}

export const isFailed = ({ action }: Delivery): boolean => action === 'failed'

/**
 * There is no such address, now or tomorrow. A full mailbox, a policy or a spam filter says nothing about the address.
 */
// guard (open = true): delivery.test.ts
export const isGone = (delivery: Delivery): boolean =>
  isFailed(delivery) && /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1|4\.4)$/.test(delivery.status)
