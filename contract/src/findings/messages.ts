import { doubt, fact, hint, proof, strong } from './entry.ts'

export const mailFindings = {
  'mail.spf': doubt(
    ['SPF', '{result}'],
    '{server:domain} checked SPF for {subject:value}: {result}. The machine that sent it may not send for that domain',
    'T1656',
  ),
  'mail.dkim': doubt(
    ['DKIM', '{result}'],
    '{server:domain} checked DKIM for {subject:value}: {result}. The signature does not fit, so it was changed or never signed by that domain',
    'T1656',
  ),
  'mail.dmarc': strong(
    ['DMARC', '{result}'],
    '{server:domain} checked DMARC for {subject:value}: {result}. Neither check vouches for the sender that the mail shows',
    'T1656',
  ),
  'mail.dmarc-list': hint(
    ['DMARC', '{result}, mailing list'],
    '{server:domain}: DMARC {result} for {subject:value}; the email came through an authenticated mailing list',
    'T1656',
  ),
  'mail.check-explained': fact(
    ['{method}', '{result}, explained'],
    '{server:domain}: {method} {result} for {subject:value}; another check authenticates the sender or the mailing list',
  ),
  'mail.sender-missing': hint(['Sender', 'missing'], 'No sender (From header missing)'),
  'mail.sender-twice': strong(
    ['Sender', 'two senders'],
    'It names its sender more than once, so programs show different ones: {senders}',
    'T1656',
  ),
  'mail.sender-name': strong(
    ['Sender', 'name'],
    'It shows {shown:mail} and comes from {address:mail}',
    'T1656',
  ),
  'mail.reply-to': doubt(
    ['Sender', 'reply-to'],
    'Answers go to {elsewhere:mail}, not to {address:mail}',
    'T1656',
  ),
  'mail.reply-to-possible': hint(
    ['Sender', 'reply-to'],
    'Replies go to {elsewhere:mail}, not to {address:mail}',
    'T1656',
  ),
  'mail.reply-to-list': fact(
    ['Sender', 'mailing list'],
    'Replies go to {elsewhere:mail}, not to {address:mail}, as set by the mailing list {list:domain}',
  ),
  'mail.reply-to-bulk': fact(
    ['Sender', 'reply-to of a newsletter'],
    'Replies go to {elsewhere:mail}, not to {address:mail}; the sender is authenticated',
  ),
  'mail.sender': fact(['Sender', 'sender'], '{sender:mail} sent it for {address:mail}'),
  'mail.return-path': fact(
    ['Sender', 'return-path'],
    'It was sent by {sender:mail} in the name of {address:mail}',
  ),
  'mail.message-id': fact(['Sender', 'message-id'], 'Its id was made at {domain:domain}'),
  'mail.brand-in-name': strong(
    ['Sender', 'brand in name'],
    'It calls itself “{name}” and comes from {address:mail}; {domain:domain} is no domain of {brand}',
    'T1656',
  ),
  'mail.look-alike': strong(
    ['Sender', 'look-alike'],
    '{address:mail}: {domain:domain} resembles {brand:domain}: {way:words}',
    'T1656',
  ),
  'mail.link-misleading': strong(
    ['Link', 'misleading'],
    'It shows {shown:value} and leads to {target:url}',
    'T1566.002',
  ),
  'mail.link-elsewhere': hint(
    ['Link', 'tracker'],
    'Link shows {shown:value} but opens the click tracker {target:url}; the destination was not examined',
    'T1566.002',
  ),
  'mail.link-tracked': fact(
    ['Link', 'tracker'],
    'Link shows {shown:value} and opens {target:url}, the click tracker of the authenticated sender',
  ),
  'mail.link-script': strong(['Link', 'script'], 'It runs {target:url}', 'T1566.002'),
  'mail.form': doubt(
    ['Content', 'form'],
    'It asks for input inside of the mail, which goes to {target:url}',
    'T1056.003',
  ),
  'mail.password-field': strong(
    ['Content', 'password field'],
    'It asks for a password',
    'T1056.003',
  ),
  'mail.script': doubt(
    ['Content', 'script'],
    'It carries a script, which no mail program runs',
    'T1059.007',
  ),
  'mail.lure': doubt(['Lure', '{kind}'], 'Likely {kind:words}: “{evidence}”', 'T1566'),
  'mail.lure-possible': hint(['Lure', '{kind}'], 'Possible {kind:words}: “{evidence}”', 'T1566'),
  'mail.thread-hijack': doubt(
    ['Lure', 'thread hijacking'],
    'Possible thread hijacking: {address:mail} replies to a conversation with {other:mail}, which {domain:domain} was not part of',
    'T1566',
  ),
  'mail.signature': fact(
    ['Signature', 'matches'],
    'S/MIME signature matches the content; the certificate was not checked against an authority',
  ),
  'mail.signature-broken': strong(
    ['Signature', 'broken'],
    'S/MIME signature does not match: {why:words}',
    'T1656',
  ),
  'mail.attachment-hidden': strong(
    ['Attachment', 'hidden name'],
    '{name}: its name is written backwards',
    'T1036.002',
  ),
  'mail.attachment-double': strong(
    ['Attachment', 'double extension'],
    '{name}: it looks like a {shown} and is a program',
    'T1036.007',
  ),
  'mail.attachment-program': strong(
    ['Attachment', 'program'],
    '{name}: it runs when it is opened',
    'T1566.001',
  ),
  'mail.attachment-carrier': doubt(
    ['Attachment', 'carrier'],
    '{name}: a {kind} may carry a program',
    'T1566.001',
  ),
  'mail.attachment-page': doubt(
    ['Attachment', 'web page'],
    '{name}: a page of its own imitates a sign-in',
    'T1566.001',
  ),
}

export const userAgentFindings = {
  'user-agent.log4shell': proof(
    ['Attack', 'Log4Shell'],
    'It carries a log lookup that loads foreign code (CVE-2021-44228): {evidence}',
    'T1190',
  ),
  'user-agent.shellshock': proof(
    ['Attack', 'Shellshock'],
    'It carries a shell function with commands (CVE-2014-6271): {evidence}',
    'T1190',
  ),
  'user-agent.script': proof(
    ['Attack', 'script'],
    'It carries a script for whoever shows the log in a browser: {evidence}',
    'T1190',
  ),
  'user-agent.code': proof(
    ['Attack', 'code'],
    'It carries program code for a server that includes its own log: {evidence}',
    'T1190',
  ),
  'user-agent.sql': proof(['Attack', 'SQL'], 'It carries a database query: {evidence}', 'T1190'),
  'user-agent.path': proof(
    ['Attack', 'path'],
    'It carries a path to files of the server: {evidence}',
    'T1190',
  ),
  'user-agent.command': proof(
    ['Attack', 'command'],
    'Contains a shell command: {evidence}',
    'T1190',
  ),
  'user-agent.unknown': fact(['Program', 'unknown'], 'Not a known browser or program: {text}'),
  'user-agent.tool': doubt(
    ['Program', '{program}'],
    'It calls itself {program}, {why:words}',
    'T1595.002',
  ),
  'user-agent.program': fact(['Program', '{program}'], 'It calls itself {program}, a {kind:words}'),
  'user-agent.contradiction': doubt(
    ['Contradiction', '{systems}'],
    'It says {systems:words}, and no device runs both',
  ),
  'user-agent.length': doubt(
    ['Length', '{length} characters'],
    'It has {length} characters; no browser sends more than {longest}',
  ),
  'user-agent.old-browser': doubt(
    ['Browser', 'Internet Explorer'],
    'It calls itself Internet Explorer, out of support since 2022 and a favourite of old malware',
  ),
  'user-agent.bare': doubt(['Form', 'bare'], 'No browser sends so little: “{text}”'),
}

export const tokenFindings = {
  'jwt.unsigned': strong(
    ['Signature', 'none'],
    'It asks to be believed without a signature',
    'T1606.001',
  ),
  'jwt.signature-missing': strong(
    ['Signature', 'missing'],
    'It names {algorithm} and has no signature',
    'T1606.001',
  ),
  'jwt.guessable': strong(
    ['Signature', 'guessable'],
    'Anybody can sign such tokens: the secret is {secret}',
    'T1606.001',
  ),
  'jwt.odd-key-name': strong(
    ['Signature', 'odd kid'],
    'The name of the key looks like a path or a query: {name}',
    'T1606.001',
  ),
  'jwt.own-key': doubt(
    ['Signature', 'key by {key}'],
    'The header brings its own key ({key}); a receiver must not follow it',
    'T1606.001',
  ),
  'jwt.endless': doubt(['Lifetime', 'endless'], 'It never expires', 'T1550.001'),
  'jwt.expiry-unreadable': doubt(
    ['Lifetime', 'unreadable'],
    'The claim exp is not a number of seconds',
  ),
  'jwt.expired': fact(['Lifetime', 'expired'], 'It expired on {date:date}'),
  'jwt.valid': fact(['Lifetime', 'valid'], 'It is valid until {date:date}'),
  'jwt.long': doubt(
    ['Lifetime', 'long'],
    'It lives longer than a year ({years} whole {years?year|years})',
    'T1550.001',
  ),
  'jwt.encrypted': fact(
    ['Content', 'encrypted'],
    'It is encrypted: only the receiver can read what it says',
  ),
  'jwt.not-yet': fact(['Lifetime', 'not yet valid'], 'It is valid from {date:date}'),
  'jwt.future': doubt(['Lifetime', 'from the future'], 'It says it was made on {date:date}'),
}

export const codeFindings = {
  'qr.code': fact(['Holds', '{kind}'], 'A QR code in it holds a {kind:type}: {text:value}'),
  'qr.runs': strong(
    ['Code', 'runs something'],
    'A QR code in it runs something on the telephone: {text:value}',
    'T1204.001',
  ),
}

export const textFindings = {
  'text.found': fact(
    ['{type}', '{count}'],
    'It holds {count} {count?value|values} of the type {type:type}, such as {first:value}',
  ),
}
