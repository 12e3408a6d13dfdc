import { type Member, memberOf } from './member.ts'

const separator = /\n(?=From \S{1,300} [^\r\n]{10,100}\d{4}[^\r\n]{0,20}\r?\n[A-Za-z-]{2,60}:)/g

/** The mails of a mailbox, each without its separator line. */
export function* mailsOf(bytes: Buffer): Generator<Member> {
  const text = bytes.toString('latin1')
  let [from, number] = [0, 0]
  for (const end of [...text.matchAll(separator)]
    .map(({ index }) => index + 1)
    .concat(text.length)) {
    number += 1
    const mail = text.slice(text.indexOf('\n', from) + 1, end)
    from = end
    // Lines that begin like a separator were quoted when they were written.
    yield memberOf(
      `mail-${number}.eml`,
      Buffer.from(mail.replace(/^>(>{0,100}From )/gm, '$1'), 'latin1'),
    )
  }
}
