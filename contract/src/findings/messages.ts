import { doubt, fact, hint, proof, strong } from './entry.ts'

export const mailFindings = {
  'mail.spf': doubt(
    ['SPF', '{result}'],
    '{server:domain}: SPF {result} for {subject:value}; sending server not authorized',
    'T1656',
  ),
  'mail.dkim': doubt(
    ['DKIM', '{result}'],
    '{server:domain}: DKIM {result} for {subject:value}; altered, or not signed by that domain',
    'T1656',
  ),
  'mail.dmarc': strong(
    ['DMARC', '{result}'],
    '{server:domain}: DMARC {result} for {subject:value}; visible sender not authenticated',
    'T1656',
  ),
  'mail.dmarc-list': hint(
    ['DMARC', '{result}, mailing list'],
    '{server:domain}: DMARC {result} for {subject:value}; sent through an authenticated mailing list',
    'T1656',
  ),
  'mail.check-explained': fact(
    ['{method}', '{result}, explained'],
    '{server:domain}: {method} {result} for {subject:value}; sender or list authenticated otherwise',
  ),
  'mail.sender-missing': hint(['Sender', 'missing'], 'No sender (From header missing)'),
  'mail.sender-twice': strong(
    ['Sender', 'two senders'],
    'More than one sender; mail clients show different ones: {senders}',
    'T1656',
  ),
  'mail.sender-name': strong(
    ['Sender', 'name'],
    'Display name shows {shown:mail}, real sender is {address:mail}',
    'T1656',
  ),
  'mail.reply-to': doubt(
    ['Sender', 'reply-to'],
    'Replies go to {elsewhere:mail}, not to {address:mail}',
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
  'mail.sender': fact(
    ['Sender', 'sender'],
    'Sent by {sender:mail} on behalf of {address:mail} (Sender header)',
  ),
  'mail.return-path': fact(
    ['Sender', 'return-path'],
    'Return-Path {sender:mail} differs from From {address:mail}',
  ),
  'mail.message-id': fact(['Sender', 'message-id'], 'Message-ID was generated at {domain:domain}'),
  'mail.brand-in-name': strong(
    ['Sender', 'brand in name'],
    'Impersonates {brand}: display name “{name}”, but {address:mail} is at {domain:domain}',
    'T1656',
  ),
  'mail.look-alike': strong(
    ['Sender', 'look-alike'],
    '{address:mail}: {domain:domain} is a look-alike of {brand:domain} ({way:words})',
    'T1656',
  ),
  'mail.link-misleading': strong(
    ['Link', 'misleading'],
    'Link shows {shown:value} but opens {target:url}',
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
  'mail.link-script': strong(['Link', 'script'], 'Link runs a script: {target:url}', 'T1566.002'),
  'mail.form': doubt(
    ['Content', 'form'],
    'Form in the email body submits to {target:url}',
    'T1056.003',
  ),
  'mail.password-field': strong(
    ['Content', 'password field'],
    'Password field in the email body',
    'T1056.003',
  ),
  'mail.script': doubt(
    ['Content', 'script'],
    'Contains a script; mail clients do not run it',
    'T1059.007',
  ),
  'mail.lure': doubt(['Lure', '{kind}'], 'Likely {kind:words}: “{evidence}”', 'T1566'),
  'mail.lure-possible': hint(['Lure', '{kind}'], 'Possible {kind:words}: “{evidence}”', 'T1566'),
  'mail.thread-hijack': doubt(
    ['Lure', 'thread hijacking'],
    'Possible thread hijacking: {address:mail} joins a thread with {other:mail} ({domain:domain} is new)',
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
    'Right-to-left override in attachment name: {name}',
    'T1036.002',
  ),
  'mail.attachment-double': strong(
    ['Attachment', 'double extension'],
    'Double extension: {name} looks like a {shown} but is executable',
    'T1036.007',
  ),
  'mail.attachment-program': strong(
    ['Attachment', 'program'],
    'Executable attachment: {name}',
    'T1566.001',
  ),
  'mail.attachment-carrier': doubt(
    ['Attachment', 'carrier'],
    'Attachment {name}: {kind} files often deliver malware',
    'T1566.001',
  ),
  'mail.attachment-page': doubt(
    ['Attachment', 'web page'],
    'HTML attachment {name}: often a fake sign-in page',
    'T1566.001',
  ),
}

export const userAgentFindings = {
  'user-agent.log4shell': proof(
    ['Attack', 'Log4Shell'],
    'Log4Shell attempt (CVE-2021-44228): {evidence}',
    'T1190',
  ),
  'user-agent.shellshock': proof(
    ['Attack', 'Shellshock'],
    'Shellshock attempt (CVE-2014-6271): {evidence}',
    'T1190',
  ),
  'user-agent.script': proof(
    ['Attack', 'script'],
    'Cross-site scripting attempt against a log viewer: {evidence}',
    'T1190',
  ),
  'user-agent.code': proof(
    ['Attack', 'code'],
    'Code injection attempt through log inclusion: {evidence}',
    'T1190',
  ),
  'user-agent.sql': proof(['Attack', 'SQL'], 'SQL injection attempt: {evidence}', 'T1190'),
  'user-agent.path': proof(['Attack', 'path'], 'Path traversal attempt: {evidence}', 'T1190'),
  'user-agent.command': proof(
    ['Attack', 'command'],
    'Contains a shell command: {evidence}',
    'T1190',
  ),
  'user-agent.unknown': fact(['Program', 'unknown'], 'Not a known browser or program: {text}'),
  'user-agent.tool': doubt(
    ['Program', '{program}'],
    'Identifies as {program}, {why:words}',
    'T1595.002',
  ),
  'user-agent.program': fact(['Program', '{program}'], 'Identifies as {program} ({kind:words})'),
  'user-agent.contradiction': doubt(
    ['Contradiction', '{systems}'],
    'Contradictory: claims {systems:words}, which no device runs together',
  ),
  'user-agent.length': doubt(
    ['Length', '{length} characters'],
    'Abnormally long: {length} characters; browsers send at most {longest}',
  ),
  'user-agent.old-browser': doubt(
    ['Browser', 'Internet Explorer'],
    'Claims Internet Explorer, unsupported since 2022 and common in malware',
  ),
  'user-agent.bare': doubt(['Form', 'bare'], 'Too short for a browser: “{text}”'),
}

export const tokenFindings = {
  'jwt.unsigned': strong(['Signature', 'none'], 'Unsigned token (algorithm none)', 'T1606.001'),
  'jwt.signature-missing': strong(
    ['Signature', 'missing'],
    'Signature missing; the header declares {algorithm}',
    'T1606.001',
  ),
  'jwt.guessable': strong(
    ['Signature', 'guessable'],
    'Weak secret ({secret}): anyone can forge this token',
    'T1606.001',
  ),
  'jwt.odd-key-name': strong(
    ['Signature', 'odd kid'],
    'Key ID (kid) looks like a path or query injection: {name}',
    'T1606.001',
  ),
  'jwt.own-key': doubt(
    ['Signature', 'key by {key}'],
    'Header supplies its own key ({key}); verifiers must ignore it',
    'T1606.001',
  ),
  'jwt.endless': doubt(['Lifetime', 'endless'], 'Never expires (no exp claim)', 'T1550.001'),
  'jwt.expiry-unreadable': doubt(
    ['Lifetime', 'unreadable'],
    'Invalid exp claim: not a number of seconds',
  ),
  'jwt.expired': fact(['Lifetime', 'expired'], 'Expired on {date:date}'),
  'jwt.valid': fact(['Lifetime', 'valid'], 'Valid until {date:date}'),
  'jwt.long': doubt(
    ['Lifetime', 'long'],
    'Long-lived: valid for more than {years} {years?year|years}',
    'T1550.001',
  ),
  'jwt.encrypted': fact(['Content', 'encrypted'], 'Encrypted token; contents not examined'),
  'jwt.not-yet': fact(['Lifetime', 'not yet valid'], 'Not valid before {date:date}'),
  'jwt.future': doubt(['Lifetime', 'from the future'], 'Issue date is in the future: {date:date}'),
}

export const codeFindings = {
  'qr.code': fact(['Holds', '{kind}'], 'QR code contains a {kind:type}: {text:value}'),
  'qr.runs': strong(
    ['Code', 'runs something'],
    'QR code triggers an action on the phone: {text:value}',
    'T1204.001',
  ),
}

export const textFindings = {
  'text.found': fact(
    ['{type}', '{count}'],
    'Contains {count} {count?observable|observables} of type {type:type}, such as {first:value}',
  ),
}
