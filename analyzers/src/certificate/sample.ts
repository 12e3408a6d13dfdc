import type { SampleFile } from '../kit/describe.ts'

/** Self-signed. */
export const sample: SampleFile = {
  filename: 'login.pem',
  contentType: 'application/x-pem-file',
  content: [
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
  ].join('\n'),
}
