import type { SampleFile } from '../kit/describe.ts'

export const sample: SampleFile = {
  filename: 'statement.url',
  contentType: 'text/plain',
  content: '[InternetShortcut]\r\nURL=https://examp1e-bank.test/login\r\n',
}
